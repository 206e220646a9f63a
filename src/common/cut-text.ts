/** Halves of a character outside the basic plane whose other half is missing. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The beginning of a text, of at most `length` UTF-16 units, never ending inside a character: half of an emoji is no text,
 * and PostgreSQL refuses JSON that holds one.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return text.slice(0, isSplit ? length - 1 : length);
}

/** The text with U+FFFD for what is no character: valid Unicode of the same length, so that offsets into it stay right. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

/** JSON that PostgreSQL's `jsonb` takes whatever its texts hold: neither halves of characters nor NUL. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? wellFormed(part).replaceAll('\0', '\ufffd') : part,
  );
}
