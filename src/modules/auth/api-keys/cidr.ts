import { isIPv4, isIPv6 } from 'node:net';

/** A block of addresses: those whose first `prefix` bits, of 32 or 128, are those of `first`. */
interface Block {
  bits: 32 | 128;
  first: bigint;
  prefix: number;
}

const WITH_PREFIX = /^([0-9a-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
/** Bits before the IPv4 address in an IPv4-mapped IPv6 address, `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;
const MAPPED_PREFIX = 0xffffn;

/**
 * The block in its one canonical form, such as `192.0.2.0/24` or `2001:db8::/32`; a single address becomes a block of its
 * own, an IPv4-mapped one an IPv4 address. Null for what is none, and for `10.0.0.5/8`: bits behind the prefix are
 * mostly an error of typing, and guessing which part of it could open more than was meant.
 */
export function canonicalCidr(text: string): string | null {
  const block = parse(text);
  return block && format(block);
}

/** Whether the address of a client, as the socket or a trusted proxy names it, lies in one of the blocks. */
export function isAddressIn(address: string, cidrs: readonly string[]): boolean {
  // The zone of a link-local address names an interface of this machine, not the client.
  const client = parse(address.replace(/%.*$/, ''));
  return client !== null && cidrs.some((cidr) => contains(parse(cidr), client));
}

/** Whether every one of the blocks lies within one of `outer`. */
export function areWithin(cidrs: readonly string[], outer: readonly string[]): boolean {
  return cidrs.every((cidr) => outer.some((other) => contains(parse(other), parse(cidr))));
}

/** The blocks of addresses that lie in both lists; none when the lists have nothing in common. */
export function intersectionOf(some: readonly string[], others: readonly string[]): string[] {
  // Of two blocks one contains the other or they are apart, so the smaller ones are the answer.
  const smaller = [
    ...some.filter((cidr) => areWithin([cidr], others)),
    ...others.filter((cidr) => areWithin([cidr], some)),
  ];
  return [...new Set(smaller)];
}

function parse(text: string): Block | null {
  const [, address = '', length] = WITH_PREFIX.exec(text) ?? [];
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : null;
  if (bits === null) return null;
  const first = bits === 32 ? valueOfIpv4(address) : valueOfIpv6(address);
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits || BigInt.asUintN(bits - prefix, first) !== 0n) return null;
  const isMapped = bits === 128 && prefix >= MAPPED_BITS && first >> 32n === MAPPED_PREFIX;
  return isMapped
    ? { bits: 32, first: BigInt.asUintN(32, first), prefix: prefix - MAPPED_BITS }
    : { bits, first, prefix };
}

function contains(outer: Block | null, inner: Block | null): boolean {
  if (!outer || !inner || outer.bits !== inner.bits || outer.prefix > inner.prefix) return false;
  const rest = BigInt(outer.bits - outer.prefix);
  return outer.first >> rest === inner.first >> rest;
}

function valueOfIpv4(address: string): bigint {
  return BigInt(address.split('.').reduce((value, part) => value * 256 + Number(part), 0));
}

function valueOfIpv6(address: string): bigint {
  // An IPv4 tail is written as the two groups that it is.
  const plain = address.replace(/\d+\.\d+\.\d+\.\d+$/, (tail) => {
    const value = valueOfIpv4(tail);
    return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return BigInt(`0x${groups.map((group) => group.padStart(4, '0')).join('')}`);
}

function format({ bits, first, prefix }: Block): string {
  const parts = (width: number, radix: number): string[] =>
    Array.from({ length: bits / width }, (_, index) =>
      BigInt.asUintN(width, first >> BigInt(bits - width * (index + 1))).toString(radix),
    );
  if (bits === 32) return `${parts(8, 10).join('.')}/${prefix}`;
  // URL writes IPv6 addresses as RFC 5952 wants them.
  return `${new URL(`http://[${parts(16, 16).join(':')}]`).hostname.slice(1, -1)}/${prefix}`;
}
