import { byteOrderMark } from '../text/decode-text.js';
import { decodeWindows1252 } from '../text/decode-text.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { CONTRADICTED_ENCODING, GUESSED_ENCODING } from '../text/file-text.js';

/** How far browsers look for a declared encoding (HTML, 13.2.3.2). */
const PRESCAN_BYTES = 1024;

const DECLARED = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i;

/** Control characters and unassigned code points: text in the wrong encoding is full of them. */
const GARBAGE = /[\ufffd\u0000-\u0008\u000e-\u001f\u007f-\u009f\p{Cn}\p{Cs}]/gu;
const MAX_GARBAGE_SHARE = 0.02;

/**
 * Decodes an HTML file: a byte order mark decides, then what it declares, then whether it is UTF-8, else windows-1252. A declaration that
 * the bytes contradict is not believed: UTF-8 is hardly ever valid by chance.
 * @throws ExtractionError `encoding` when nothing makes text of it
 */
export function decodeHtml(bytes: Uint8Array): { text: string; warnings: string[] } {
  const declared = byteOrderMark(bytes) ?? declaredIn(bytes);
  const utf8 = decoded(bytes, 'utf-8');
  const asDeclared = declared === null || (utf8 !== null && hasHighBytes(bytes)) ? null : decoded(bytes, declared);
  const unsure = declared === null ? GUESSED_ENCODING : CONTRADICTED_ENCODING;
  const isUtf8 = declared === null || declared === 'utf-8' || !hasHighBytes(bytes);
  const readings: (readonly [text: string | null, warning: string | null])[] = [
    [asDeclared, null],
    [utf8, isUtf8 ? null : CONTRADICTED_ENCODING],
    [declared && mostlyDecoded(bytes, declared), CONTRADICTED_ENCODING],
    [decodeWindows1252(bytes), unsure],
  ];
  for (const [text, warning] of readings)
    if (text !== null && !isGarbled(text)) return { text, warnings: warning === null ? [] : [warning] };
  throw new ExtractionError('encoding', declared ?? 'not declared');
}

function isGarbled(text: string): boolean {
  return (text.match(GARBAGE)?.length ?? 0) > MAX_GARBAGE_SHARE * text.length;
}

function hasHighBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte > 0x7f);
}

/** Null if the bytes are invalid in the encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  if (encoding === 'windows-1252') return decodeWindows1252(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Text with replacement characters; null if they are at least half of the non-ASCII characters. */
function mostlyDecoded(bytes: Uint8Array, encoding: string): string | null {
  const text = new TextDecoder(encoding).decode(bytes);
  const [foreign, unknown] = [text.match(/[^\0-\x7f]/gu)?.length ?? 0, text.match(/\ufffd/g)?.length ?? 0];
  return foreign > 2 * unknown ? text : null;
}

/** WHATWG name of the declared encoding; null if unknown or UTF-7. A file whose declaration is readable as ASCII cannot be UTF-16. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString('latin1');
  const match = DECLARED.exec(head);
  const label = match?.[1] ?? match?.[2];
  if (label === undefined) return null;
  try {
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label).encoding;
  } catch {
    return null;
  }
}
