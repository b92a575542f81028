import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LOCAL_HOSTS } from '../../../values/local-hosts.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';

/**
 * Whether a request was sent to a name of this server. With a public `PUBLIC_URL` these are its host and `others`, IP
 * addresses, and names without a dot, which only an internal network has. So no stranger's name that leads here, by
 * mistake or to rebind a browser, serves the dashboard or the API.
 */
export function hostCheck(publicUrl: string | null, others: readonly string[]): (host: string) => boolean {
  const hostname = publicUrl === null ? undefined : new URL(publicUrl).hostname;
  if (hostname === undefined || LOCAL_HOSTS.has(hostname)) return () => true;
  const known = new Set([hostname, ...others]);
  return (host) => {
    const name = withoutPort(host.toLowerCase());
    return known.has(name) || !name.includes('.') || isIP(name) !== 0;
  };
}

/** `[::1]:3000` and `tickets.example:443` without brackets and port. */
const withoutPort = (host: string): string =>
  host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.replace(/:\d*$/, '').replace(/\.$/, '');

/** Health checks and metrics are outside of this scope: load balancers ask by any name. */
export function refuseOtherHosts(app: FastifyInstance, isOurs: (host: string) => boolean) {
  app.addHook('onRequest', ({ headers: { host } }, _reply, done) =>
    done(host === undefined || isOurs(host) ? undefined : requestRefusals.wrong_host()),
  );
}
