/** Names of this machine, as a URL has them. What is sent there crosses no network, and needs no TLS. */
export const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
