import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export class ForbiddenTarget extends Error {
  constructor() {
    super('the name does not resolve to a public address');
  }
}

/**
 * A lookup for sockets that returns only allowed addresses. The socket connects to exactly the addresses checked here,
 * so a name server gains nothing by answering the check and the connection differently.
 */
export function vettedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { family: options.family ?? 0, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new ForbiddenTarget(), []);
      // Node asks for all addresses when it tries several at once.
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
