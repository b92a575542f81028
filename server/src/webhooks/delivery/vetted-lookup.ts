import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export class ForbiddenTarget extends Error {
  constructor() {
    super('the name does not lead to a public address');
  }
}

/**
 * A lookup for sockets that answers with allowed addresses only. The socket connects to exactly the address that was
 * checked, so a name server that gives different answers to the check and to the connection gains nothing.
 */
export function vettedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { family: options.family ?? 0, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new ForbiddenTarget(), []);
      // Node asks for all of them when it means to try several at once.
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
