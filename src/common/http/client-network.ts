import { isIPv6 } from 'node:net';

/**
 * Whom limits per client address count: an IPv4 address, or of an IPv6 address the /64 network, since whoever has one
 * address of it has all. `2001:db8::1` becomes `2001:db8:0:0::/64`.
 */
export function clientNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  // Not the zone, and an IPv4 tail as the two groups that it is.
  const plain = ip.replace(/%.*$/, '').replace(/\d+\.\d+\.\d+\.\d+$/, '0:0');
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
