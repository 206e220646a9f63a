/** Formats that can be ingested, by media type. */
export type SupportedFormat = 'application/pdf' | 'text/plain';

/** Bytes from the start of a file that `detectFormat` wants to see; fewer only when the file is shorter. */
export const DETECTION_BYTES = 64 * 1024;

/** What may be uploaded, as messages and `details.supported` list it. */
export const SUPPORTED_FORMATS: readonly SupportedFormat[] = ['application/pdf', 'text/plain'];

/** How far into a file readers look for `%PDF-` (ISO 32000, implementation note 13). */
const PDF_HEADER_WINDOW = 1024;

/** Formats worth naming when they are refused; the first bytes decide. */
const KNOWN_FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^PK(?:\x03\x04|\x05\x06|\x07\x08)/, 'ZIP, Word or Excel'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'older Word or Excel'],
  [/^\{\\rtf/, 'RTF'],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^(?:II\*\0|MM\0\*)|^BM.{4}\0{4}|^RIFF.{4}WEBP/s, 'image'],
  [/^\x7fELF|^MZ|^(?:\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/, 'program'],
  [/^\x1f\x8b|^BZh|^7z\xbc\xaf|^\xfd7zXZ|^Rar!|^\x28\xb5\x2f\xfd/, 'compressed'],
  [/^%!PS/, 'PostScript'],
];

/** Text that is markup or a script of another format, whatever its name says. */
const FOREIGN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/^\s*<\?xml|^\s*<!DOCTYPE(?!\s+html)|^\s*<svg/i, 'XML'],
  [/^\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<(?:!doctype\s+html|html|head|body|script|iframe)\b/i, 'HTML'],
  [/^#!/, 'script'],
];

/** Result of looking at the content: the format, or why it is refused (`name` is the kind found, when it is recognised). */
export type Detection =
  { format: SupportedFormat; name: null } | { format: null; name: string | null; reason: 'empty' | 'unsupported' };

/**
 * Decides by content alone what a file is; its name and declared type are ignored.
 *
 * @param head the first `DETECTION_BYTES` of the file
 */
export function detect(head: Uint8Array): Detection {
  if (head.length === 0) return { format: null, name: null, reason: 'empty' };
  const latin1 = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const foreign = KNOWN_FOREIGN.find(([pattern]) => pattern.test(latin1));
  // A format with a signature of its own at byte 0 is never read as PDF: polyglots are somebody's trick.
  if (foreign) return { format: null, name: foreign[1], reason: 'unsupported' };
  if (/%PDF-\d/.test(latin1.slice(0, PDF_HEADER_WINDOW + 8))) return { format: 'application/pdf', name: null };
  const text = decodeText(head, head.length < DETECTION_BYTES);
  if (text === null) return { format: null, name: null, reason: 'unsupported' };
  const markup = FOREIGN_TEXT.find(([pattern]) => pattern.test(text));
  if (markup) return { format: null, name: markup[1], reason: 'unsupported' };
  return { format: 'text/plain', name: null };
}

/** The format of a file by its first `DETECTION_BYTES`, or null when it is empty or of no supported kind. */
export function detectFormat(head: Uint8Array): SupportedFormat | null {
  return detect(head).format;
}

/** What to tell the person who uploaded a file that `detect` refused. */
export function refusalMessage(detection: Detection): string {
  if (detection.format !== null) return '';
  if (detection.reason === 'empty') return 'The file is empty.';
  const kind = detection.name ? `Files of this kind (${detection.name})` : 'Files of this kind';
  return `${kind} are not supported yet. Supported are PDF and plain text.`;
}

/**
 * Decodes plain text: a byte order mark decides, else UTF-8, else windows-1252.
 *
 * @param complete false when `bytes` is only the head of a file, so that a character cut in two at its end is no error
 * @returns null when the bytes are no text: control characters, NUL, bytes without meaning
 */
export function decodeText(bytes: Uint8Array, complete: boolean): string | null {
  const text = decodeUnicode(bytes, complete) ?? decodeWindows1252(bytes);
  // Tab, line feed, vertical tab, form feed, carriage return and the DOS end-of-file mark are the controls that real text has.

  return /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/.test(text) ? null : text;
}

/** What windows-1252 has at 0x80–0x9F. Node's own decoder takes that encoding for Latin-1, which has controls there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}

function decodeUnicode(bytes: Uint8Array, complete: boolean): string | null {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !complete });
  } catch {
    return encoding === 'utf-8' ? null : '\0';
  }
}
