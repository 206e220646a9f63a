import { decodeText } from './decode-text.js';
import { empty, malware, unsupported } from './file-refusal.js';
import { looksLikeMarkdown } from './markdown-signs.js';
import type { SupportedFormat } from './supported-formats.js';
import { readProlog, type Prolog } from './xml-prolog.js';

/** Bytes from the start of a file that `detect` wants to see; fewer only when the file is shorter. */
export const DETECTION_BYTES = 64 * 1024;

/** How far into a file readers look for `%PDF-` (ISO 32000, implementation note 13). */
const PDF_HEADER_WINDOW = 1024;

/** How far the test string of virus scanners is looked for. */
const MALWARE_WINDOW = 1024;

/** That string, in two parts: scanners must not take this program for it. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const IMAGES: readonly (readonly [RegExp, SupportedFormat])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^(?:II[*+]\0|MM\0[*+])/, 'image/tiff'],
];

/** Formats worth naming when they are refused; the first bytes decide. */
const KNOWN_FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^PK\x05\x06/, 'empty ZIP archive'],
  [/^PK\x07\x08/, 'part of a split ZIP archive'],
  [/^\{\\rtf/, 'RTF'],
  [/^GIF8|^BM.{4}\0{4}|^RIFF.{4}WEBP|^\0{3}.ftyp(?:hei|avi|mif)|^\0{3}\x0cjP/s, 'image that is no PNG, JPEG or TIFF'],
  [/^\x7fELF|^MZ.{0,62}[\0-\x08]|^\0asm|^dex\n|^L\0{3}\x01\x14\x02\0/s, 'program'],
  [/^(?:\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/, 'program'],
  [/^\x1f\x8b|^BZh[1-9]|^7z\xbc\xaf|^\xfd7zXZ|^Rar!|^\x28\xb5\x2f\xfd|^MSCF\0/, 'compressed'],
  [/^ITSF/, 'compiled HTML help'],
  [/^%!PS/, 'PostScript'],
];

/** Also as latin1, with the bytes of a byte order mark before it. */
const SCRIPT = /^(?:\ufeff|\xef\xbb\xbf)?\s*(?:#!|<\?php|<%@|@echo\s+off\b)/i;
const WEB_ARCHIVE = /^\s*(?:From:.{0,200}\r?\n)?MIME-Version:/i;

/** Elements that HTML written without `<html>` begins with. */
const HTML_ROOT =
  /^(?:html|head|body|title|meta|link|base|h[1-6]|p|div|table|ul|ol|dl|article|section|main|header|nav|center|script|style|iframe)$/i;

/** Root elements of S1000D data modules and publication modules, the same in issues 2.0 to 6.0. */
export const S1000D_ROOT = /^(?:dmodule|pm)$/;

/** What the first bytes tell: the format, or a container whose kind only its contents tell. */
export type Detection = { format: SupportedFormat } | { container: 'zip' | 'ole' };

/** What the signature at the start of a file tells; `text` may turn out to be none. */
export type Signature = Detection | { container: 'text' };

/**
 * Decides by content alone what a file is; its name and declared type are ignored.
 *
 * @param head the first `DETECTION_BYTES` of the file
 * @throws FileRefusedError `empty`, `malware` or `file_type`
 */
export function detect(head: Uint8Array): Detection {
  const signature = readSignature(head);
  return 'container' in signature && signature.container === 'text' ? { format: textFormat(head) } : signature;
}

/**
 * The part of {@link detect} that looks at fixed places only: as quick for a hostile file as for any other.
 *
 * @throws FileRefusedError as `detect`
 */
export function readSignature(head: Uint8Array): Signature {
  if (head.length === 0) throw empty();
  const latin1 = latin1Of(head);
  if (latin1.slice(0, MALWARE_WINDOW + EICAR.length).includes(EICAR)) throw malware();
  // A format with a signature of its own at byte 0 is never read as PDF: polyglots are somebody's trick.
  if (latin1.startsWith('PK\x03\x04')) return { container: 'zip' };
  if (latin1.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { container: 'ole' };
  const image = IMAGES.find(([pattern]) => pattern.test(latin1));
  if (image) return { format: image[1] };
  const foreign = KNOWN_FOREIGN.find(([pattern]) => pattern.test(latin1));
  if (foreign) throw unsupported(foreign[1]);
  // A reader would find a PDF behind the first lines of a script; a shell runs the script.
  if (SCRIPT.test(latin1)) throw unsupported('script');
  if (/%PDF-\d/.test(latin1.slice(0, PDF_HEADER_WINDOW + 8))) return { format: 'application/pdf' };
  return { container: 'text' };
}

/** The format of a file without a signature. @throws FileRefusedError `file_type` */
export function textFormat(head: Uint8Array): SupportedFormat {
  const text = decodeText(head, head.length < DETECTION_BYTES)?.text ?? null;
  // Stands for the text where it is XML in an encoding that only the XML declaration names.
  const latin1 = latin1Of(head);
  const readable = text ?? (/^\s*<\?xml\s[^>]*\sencoding=/.test(latin1) ? latin1 : null);
  if (readable === null) throw unsupported();
  if (SCRIPT.test(readable)) throw unsupported('script');
  if (WEB_ARCHIVE.test(readable)) throw unsupported('web archive or e-mail');
  const prolog = readProlog(readable);
  const markup = prolog && markupFormat(prolog);
  if (markup) return markup;
  if (text === null) throw unsupported();
  return looksLikeMarkdown(text) ? 'text/markdown' : 'text/plain';
}

/** HTML or S1000D; null for text that only begins with `<`. */
function markupFormat({ declared, doctype, root }: Prolog): SupportedFormat | null {
  const isHtml = (name: string | null): boolean => name?.toLowerCase() === 'html';
  if (isHtml(doctype) || isHtml(root)) return 'text/html';
  const name = root ?? doctype;
  if (name && S1000D_ROOT.test(name)) return 'application/xml';
  if (name?.toLowerCase() === 'svg') throw unsupported('SVG');
  if (declared || doctype !== null) throw unsupported('XML that is no S1000D data module');
  return root && HTML_ROOT.test(root) ? 'text/html' : null;
}

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
