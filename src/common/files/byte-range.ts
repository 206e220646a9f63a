/** First and last byte, inclusive, from 0, as in `Range: bytes=start-end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** No range, one range, or a range outside of the content. */
export type RequestedRange = 'whole' | 'unsatisfiable' | ByteRange;

/**
 * Parses a `Range` header (RFC 9110, section 14). One byte range is supported; several ranges, other units and malformed
 * headers select the whole content.
 * @param size of the content, in bytes
 */
export function parseByteRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
