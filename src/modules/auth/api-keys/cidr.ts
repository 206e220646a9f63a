import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** The first address of a block and the length of its prefix. */
type Block = readonly [Address, number];

const WITH_PREFIX = /^([0-9a-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
/** Bits before the IPv4 address in an IPv4-mapped IPv6 address, `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

/**
 * The canonical form of a block, such as `192.0.2.0/24` or `2001:db8::/32` (RFC 5952). A single address becomes a block of one;
 * an IPv4-mapped address becomes IPv4. Null for invalid text, and for bits set after the prefix (`10.0.0.5/8`): that is
 * usually a typing error, and a guess could allow more addresses than intended.
 */
export function canonicalCidr(text: string): string | null {
  const block = parse(text);
  return block && `${block[0].toString()}/${block[1]}`;
}

/** Whether a client's address, as the socket or a trusted proxy names it, lies in one of the blocks. */
export function isAddressIn(address: string, cidrs: readonly string[]): boolean {
  // The zone of a link-local address names an interface of this machine, not the client.
  const client = parse(address.replace(/%.*$/, ''));
  return client !== null && cidrs.some((cidr) => contains(parse(cidr), client));
}

/** Whether each block lies within one of `outer`. */
export function areWithin(cidrs: readonly string[], outer: readonly string[]): boolean {
  return cidrs.every((cidr) => outer.some((other) => contains(parse(other), parse(cidr))));
}

/** The blocks of addresses that lie in both lists. */
export function intersectionOf(some: readonly string[], others: readonly string[]): string[] {
  // Two blocks are nested or disjoint, so the smaller one is the intersection.
  const smaller = [
    ...some.filter((cidr) => areWithin([cidr], others)),
    ...others.filter((cidr) => areWithin([cidr], some)),
  ];
  return [...new Set(smaller)];
}

function parse(text: string): Block | null {
  const [, address = '', length] = WITH_PREFIX.exec(text) ?? [];
  if (isIP(address) === 0) return null;
  const first = ipaddr.parse(address);
  const bits = first.toByteArray().length * 8;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits || networkOf(first, prefix) !== first.toString()) return null;
  const isMapped = first instanceof ipaddr.IPv6 && prefix >= MAPPED_BITS && first.isIPv4MappedAddress();
  return isMapped ? [first.toIPv4Address(), prefix - MAPPED_BITS] : [first, prefix];
}

function networkOf(address: Address, prefix: number): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString();
}

function contains(outer: Block | null, inner: Block | null): boolean {
  if (!outer || !inner || outer[1] > inner[1]) return false;
  const [address] = inner;
  const [network, prefix] = outer;
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, prefix);
  return network instanceof ipaddr.IPv6 && address.match(network, prefix);
}
