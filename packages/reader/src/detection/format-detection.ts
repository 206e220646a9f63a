import { empty, malware, unsupported } from '../errors/file-refusal.js';
import { FORMATS } from '../formats.js';
import { decodeText } from '../text/decode-text.js';
import { readProlog, type Prolog } from './xml-prolog.js';

/** Bytes from the start of a file that `detect` takes; fewer only if the file is shorter. */
export const DETECTION_BYTES = 64 * 1024;

/** Bytes within which the EICAR test string is searched for. */
const MALWARE_WINDOW = 1024;

/** In two parts, so that scanners do not report this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Unsupported formats that a refusal names, by their first bytes as Latin-1. */
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

/** Matches decoded text and Latin-1, each with a byte order mark or without. */
const SCRIPT = /^(?:\ufeff|\xef\xbb\xbf)?\s*(?:#!|<\?php|<%@|@echo\s+off\b)/i;
const WEB_ARCHIVE = /^\s*(?:From:.{0,200}\r?\n)?MIME-Version:/i;

/** The first bytes: a format, or a container that only its contents identify. */
export type Detection = { format: string } | { container: 'zip' | 'ole' | 'mail' };

/** The signature of a file: `text` may turn out not to be text. */
export type Signature = Detection | { container: 'text' };

/**
 * Detects the media type of a file by its content. Its name and declared type are ignored.
 * @param head the first `DETECTION_BYTES` of the file
 * @throws FileRefusedError `empty`, `malware` or `file_type`
 */
export function detect(head: Uint8Array, formats = FORMATS): Detection {
  const signature = readSignature(head, formats);
  if (!('container' in signature) || signature.container !== 'text') return signature;
  return { format: textFormat(head, formats) };
}

/** The part of {@link detect} that inspects fixed positions only, in constant time. @throws FileRefusedError as `detect` */
export function readSignature(head: Uint8Array, formats = FORMATS): Signature {
  if (head.length === 0) throw empty();
  const latin1 = latin1Of(head);
  if (latin1.slice(0, MALWARE_WINDOW + EICAR.length).includes(EICAR)) throw malware();
  if (latin1.startsWith('PK\x03\x04')) return { container: 'zip' };
  if (latin1.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { container: 'ole' };
  const signed = formats.find(({ detection: rule }) => rule.by === 'signature' && rule.pattern.test(latin1));
  if (signed) return { format: signed.mediaType };
  const foreign = KNOWN_FOREIGN.find(([pattern]) => pattern.test(latin1));
  if (foreign) throw unsupported(foreign[1]);
  // A polyglot: a reader would find a PDF after the first lines of a script, and a shell would run the script.
  if (SCRIPT.test(latin1)) throw unsupported('script');
  const headed = formats.find(
    ({ detection: rule }) => rule.by === 'header' && rule.pattern.test(latin1.slice(0, rule.within)),
  );
  if (headed) return { format: headed.mediaType };
  const isMail = formats.some(({ detection: rule }) => rule.by === 'mail' && rule.matches(latin1));
  return { container: isMail ? 'mail' : 'text' };
}

/** The media type of a file without a signature. @throws FileRefusedError `file_type` */
export function textFormat(head: Uint8Array, formats = FORMATS): string {
  const { text, readable } = textOf(head);
  if (readable === null) throw unsupported();
  if (SCRIPT.test(readable)) throw unsupported('script');
  if (WEB_ARCHIVE.test(readable)) throw unsupported('web archive or e-mail');
  const prolog = readProlog(readable);
  const markup = prolog && formats.find(({ detection: rule }) => rule.by === 'prolog' && rule.matches(prolog));
  if (markup) return markup.mediaType;
  if (prolog) refuseForeignMarkup(prolog);
  const plain = text !== null && formats.find(({ detection: rule }) => rule.by === 'text' && rule.matches(text));
  if (!plain) throw unsupported();
  return plain.mediaType;
}

/** The prolog of an XML or HTML text; null for others. */
export function prologOf(head: Uint8Array): Prolog | null {
  return readProlog(textOf(head).readable ?? '');
}

function textOf(head: Uint8Array): { text: string | null; readable: string | null } {
  const text = decodeText(head, head.length < DETECTION_BYTES)?.text ?? null;
  // XML may be in an encoding that only its declaration names: its markup is readable as Latin-1.
  const latin1 = latin1Of(head);
  return { text, readable: text ?? (/^\s*<\?xml\s[^>]*\sencoding=/.test(latin1) ? latin1 : null) };
}

function refuseForeignMarkup({ declared, doctype, root }: Prolog): void {
  if ((root ?? doctype)?.toLowerCase() === 'svg') throw unsupported('SVG');
  if (declared || doctype !== null) throw unsupported('XML that is no S1000D data module');
}

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
