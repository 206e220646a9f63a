/** Decoded text. `isGuess` is set for single-byte encodings, which nothing in a file identifies. */
export interface DecodedText {
  text: string;
  isGuess: boolean;
}

/**
 * Decodes plain text by its byte order mark, else as UTF-8, else as windows-1252.
 * @param complete false if `bytes` is only the head of a file and may end inside a character
 * @returns null if the bytes are not text
 */
export function decodeText(bytes: Uint8Array, complete: boolean): DecodedText | null {
  const unicode = decodeUnicode(bytes, complete);
  const text = unicode ?? decodeWindows1252(bytes);
  // Text may contain tab, line feed, vertical tab, form feed, carriage return and the DOS end-of-file mark, but no other controls.

  return /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/.test(text)
    ? null
    : { text, isGuess: unicode === null };
}

/** The encoding of a byte order mark, or null. */
export function byteOrderMark([a, b, c]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null;
}

function decodeUnicode(bytes: Uint8Array, complete: boolean): string | null {
  const encoding = byteOrderMark(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !complete });
  } catch {
    return encoding === 'utf-8' ? null : '\0';
  }
}

/** Characters of windows-1252 at 0x80–0x9F. Node's own decoder treats that encoding as Latin-1, which has controls there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes windows-1252, and with it ISO-8859-1 as the WHATWG Encoding Standard reads it. Never fails. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}
