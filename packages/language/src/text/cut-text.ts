/** Surrogates without their other half. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The start of a text, at most `length` UTF-16 units, without splitting a surrogate pair: PostgreSQL refuses JSON with lone surrogates. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return text.slice(0, isSplit ? length - 1 : length);
}

/** Replaces lone surrogates with U+FFFD. Offsets stay valid. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

/** JSON that PostgreSQL's `jsonb` accepts: without lone surrogates and NUL. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? wellFormed(part).replaceAll('\0', '\ufffd') : part,
  );
}
