/** CBOR (RFC 8949 §3) of what an authenticator writes: whole numbers, text, bytes and maps, in the order given. */
export function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  throw new TypeError(`no CBOR for ${typeof value}`);
}

/** Major type and argument. */
function head(type: number, argument: number): Buffer {
  const major = type << 5;
  if (argument < 24) return Buffer.from([major | argument]);
  if (argument < 0x100) return Buffer.from([major | 24, argument]);
  if (argument < 0x10000) return Buffer.from([major | 25, argument >> 8, argument & 0xff]);
  const long = Buffer.from([major | 26, 0, 0, 0, 0]);
  long.writeUInt32BE(argument, 1);
  return long;
}
