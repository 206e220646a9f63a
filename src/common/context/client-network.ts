import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the /64 of an IPv6 address, which a client usually has to itself: `2001:db8::1` is `2001:db8:0:0::/64`. */
export function clientNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.process(ip.replace(/%.*$/, ''));
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
