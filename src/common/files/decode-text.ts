import { decodeWindows1252 } from './windows-1252.js';

/** A text, and whether its encoding was only guessed: nothing in a file of one byte a character says which one it is. */
export interface DecodedText {
  text: string;
  isGuess: boolean;
}

/**
 * Decodes plain text: a byte order mark decides, else UTF-8, else windows-1252.
 *
 * @param complete false when `bytes` is only the head of a file, so that a character cut in two at its end is no error
 * @returns null when the bytes are no text: control characters, NUL, bytes without meaning
 */
export function decodeText(bytes: Uint8Array, complete: boolean): DecodedText | null {
  const unicode = decodeUnicode(bytes, complete);
  const text = unicode ?? decodeWindows1252(bytes);
  // Tab, line feed, vertical tab, form feed, carriage return and the DOS end-of-file mark are the controls that real text has.

  return /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/.test(text)
    ? null
    : { text, isGuess: unicode === null };
}

/** The Unicode encoding that a byte order mark names, or null. */
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
