/** Host names of this machine, as they appear in a URL. Requests to them cross no network and need no TLS. */
export const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
