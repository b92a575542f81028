import { type LookupAddress, Resolver } from 'node:dns';
import { hostsFile } from './hosts-file.ts';
import type { Resolve } from './vetted-lookup.ts';

/** Shorter than the time a connection may take, so that no look-up outlives its delivery. */
const LOOKUP_TIMEOUT_MS = 4_000;
/** A query is sent again after this time, because packets get lost. */
const QUERY_TIMEOUT_MS = 1_000;
/** More than the look-up has time for. */
const TRIES = 4;
/** RFC 8305: the time one address family has to answer after the other one did. */
const OTHER_FAMILY_MS = 50;

interface ResolveHostOptions {
  /** IP addresses of name servers, with or without a port; empty: those of the operating system. */
  servers?: readonly string[];
  hosts?: (hostname: string) => Promise<LookupAddress[]>;
}

/**
 * Resolves the names of webhook endpoints, which strangers choose, apart from all other names. `dns.lookup` shares two
 * threads of the process among all names: a few endpoints whose name server never answers would block the payment
 * providers, the mail server and the database too. Here each look-up has sockets of its own (c-ares) and really ends
 * after LOOKUP_TIMEOUT_MS, so the limits on deliveries in progress limit look-ups as well.
 *
 * Names in the hosts file need no name server. Search domains and multicast DNS are not used.
 */
export function hostResolver({ servers = [], hosts = hostsFile() }: ResolveHostOptions = {}): Resolve {
  return (hostname, { family }, callback) => {
    const isWanted = ({ family: found }: LookupAddress) => !family || found === Number(String(family).at(-1));
    hosts(hostname)
      .then((addresses) => (addresses.length > 0 ? addresses : queryBothFamilies(hostname, servers)))
      .then(
        (addresses) => callback(null, addresses.filter(isWanted)),
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
  };
}

/** @throws an error with the code of c-ares, such as ENOTFOUND or ETIMEOUT */
function queryBothFamilies(hostname: string, servers: readonly string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return new Promise((resolve, reject) => {
    const found: LookupAddress[] = [];
    let unanswered = 2;
    let error: NodeJS.ErrnoException | null = null;
    let timer = setTimeout(() => end(noAnswer(hostname)), LOOKUP_TIMEOUT_MS);

    function end(reason: NodeJS.ErrnoException | null) {
      clearTimeout(timer);
      // IPv4 first: most networks have it.
      if (found.length > 0) resolve(found.toSorted((one, other) => one.family - other.family));
      else reject(reason ?? noAnswer(hostname));
      resolver.cancel();
    }
    const answered = (family: 4 | 6) => (reason: NodeJS.ErrnoException | null, addresses: string[]) => {
      unanswered--;
      error ??= reason;
      if (!reason) found.push(...addresses.map((address) => ({ address, family })));
      if (unanswered === 0) return end(error);
      if (found.length === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => end(null), OTHER_FAMILY_MS);
    };
    resolver.resolve4(hostname, answered(4));
    resolver.resolve6(hostname, answered(6));
  });
}

const noAnswer = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`no name server answered for ${hostname}`), { code: 'ETIMEOUT' });
