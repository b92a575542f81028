import { BlockList, isIP, isIPv4 } from 'node:net';

/*
 * Decides which addresses a webhook may reach: only the public internet, so that an organizer cannot make this server
 * send requests to itself, its neighbours or a cloud's metadata service. Based on IANA's special-purpose registries.
 */

/** Networks without public hosts. */
const SPECIAL_IPV4: [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and some clouds' metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // metadata of a cloud, within its public addresses
  ['169.254.0.0', 16], // link-local, metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** Only global unicast is assigned to hosts. All other IPv6 addresses are refused without a list. */
const GLOBAL_IPV6: [string, number] = ['2000::', 3];
/** Ranges inside it that lead to other networks or contain an IPv4 address. */
const SPECIAL_IPV6: [string, number][] = [
  ['2001::', 23], // protocol assignments, Teredo and ORCHID among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4 address
  ['3fff::', 20], // documentation
];

const specialIpv4 = blockList('ipv4', SPECIAL_IPV4);
const globalIpv6 = blockList('ipv6', [GLOBAL_IPV6]);
const specialIpv6 = blockList('ipv6', SPECIAL_IPV6);
const mappedIpv4 = blockList('ipv6', [['::ffff:0:0', 96]]);

function blockList(family: 'ipv4' | 'ipv6', ranges: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

/** @param address an IP address in its usual notation, without brackets; anything else is not public */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  // An IPv4-mapped address is checked as IPv4.
  if (mappedIpv4.check(address, 'ipv6')) return !specialIpv4.check(mappedPart(address), 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** `::ffff:7f00:1` and `::ffff:127.0.0.1` → `127.0.0.1` */
function mappedPart(address: string): string {
  // The URL parser normalizes every notation to two groups of hexadecimal digits at the end.
  const [high = '', low = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}
