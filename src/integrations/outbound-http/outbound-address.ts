import { BlockList, isIPv4 } from 'node:net';

/** Networks by kind, separate for IPv4 and IPv6, because a `BlockList` confuses them. */
type Networks = readonly [word: string, networks: readonly string[]][];

/** RFC 6890 and the IANA special-purpose registry: addresses that are not public. */
const IPV4: Networks = [
  ['loopback', ['127.0.0.0/8']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  ['link-local', ['169.254.0.0/16']],
  ['carrier-grade NAT', ['100.64.0.0/10']],
  ['multicast', ['224.0.0.0/4']],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']],
  ['reserved', ['0.0.0.0/8', '192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '240.0.0.0/4']],
];
const IPV6: Networks = [
  ['loopback', ['::1/128']],
  ['private', ['fc00::/7', 'fec0::/10']],
  ['link-local', ['fe80::/10']],
  ['multicast', ['ff00::/8']],
  ['documentation', ['2001:db8::/32', '3fff::/20']],
  // They reach IPv4 addresses, including private ones, through translators.
  ['IPv4-in-IPv6', ['::ffff:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32']],
  ['reserved', ['2001::/23', '100::/64', '5f00::/16']],
];
/** The allocated public space (RFC 4291, 2.4). */
const GLOBAL_IPV6 = blockListOf(['2000::/3'], 'ipv6');

const lists = {
  ipv4: IPV4.map(([word, networks]) => [word, blockListOf(networks, 'ipv4')] as const),
  ipv6: IPV6.map(([word, networks]) => [word, blockListOf(networks, 'ipv6')] as const),
};

/** `loopback`, `private`, `link-local`, `reserved`, …; null for a public address. @param address IPv4 or IPv6, without a zone */
export function specialPurposeOf(address: string): string | null {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const found = lists[family].find(([, list]) => list.check(address, family));
  if (found) return found[0];
  return family === 'ipv6' && !GLOBAL_IPV6.check(address, family) ? 'reserved' : null;
}

function blockListOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [first = '', prefix] = network.split('/');
    list.addSubnet(first, Number(prefix), family);
  }
  return list;
}
