import { decodeWindows1252 } from '../text/decode-text.js';
import { ExtractionError } from '../errors/extraction-error.js';

/** Maximum bytes of the XML declaration. */
const DECLARATION_BYTES = 1024;

/** Encodings whose declaration is readable as ASCII. UTF-7 and EBCDIC are excluded, because they serve evasion. */
const SINGLE_BYTE = /^(?:iso-8859-(?:[2-8]|1[0345]|16)|windows-125[0-8]|koi8-[ru])$/;
const LATIN_1 = /^(?:iso-8859-1|latin-?1|windows-1252|cp1252)$/;
/** Includes `utf-16` for files that are not: some programs write a UTF-16 declaration as UTF-8. */
const ASCII_COMPATIBLE = /^(?:utf-?8|us-ascii|ascii|utf-?16)$/;

/**
 * Decodes an XML document as it comes: a byte order mark decides, then the pattern of the first bytes, then the declared encoding, else
 * UTF-8 (XML 1.0, appendix F).
 * @throws ExtractionError `empty`, `xml_encoding` for unsupported encodings, for bytes that have no meaning in theirs, and for UTF-8 that
 * declares one byte a character: what is valid UTF-8 is hardly ever anything else
 */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decode: ((bytes: Uint8Array, last: boolean) => string) | null = null;
  let head = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (decode) {
      yield decode(chunk, false);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < DECLARATION_BYTES) continue;
    decode = decoderOf(head);
    yield decode(head, false);
  }
  if (decode) {
    yield decode(new Uint8Array(0), true);
    return;
  }
  if (head.length === 0) throw new ExtractionError('empty');
  yield decoderOf(head)(head, true);
}

function decoderOf(head: Uint8Array): (bytes: Uint8Array, last: boolean) => string {
  const encoding = encodingOf(head);
  const unlessUtf8 =
    encoding === 'windows-1252' || SINGLE_BYTE.test(encoding) ? refusesUtf8(encoding) : () => undefined;
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes, last) => {
    unlessUtf8(bytes, last);
    if (encoding === 'windows-1252') return decodeWindows1252(bytes);
    try {
      return decoder.decode(bytes, { stream: !last });
    } catch {
      throw new ExtractionError('xml_encoding', `bytes that are not ${encoding}`);
    }
  };
}

/** Given all bytes, rejects them at the end if they are UTF-8 and not only ASCII. */
function refusesUtf8(declared: string): (bytes: Uint8Array, last: boolean) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [isUtf8, isAscii] = [true, true];
  return (bytes, last) => {
    if (!isUtf8) return;
    isAscii &&= bytes.every((byte) => byte < 0x80);
    try {
      decoder.decode(bytes, { stream: !last });
    } catch {
      isUtf8 = false;
    }
    if (last && isUtf8 && !isAscii) throw new ExtractionError('xml_encoding', `UTF-8 that declares ${declared}`);
  };
}

function encodingOf(head: Uint8Array): string {
  const [a, b, c, d] = head;
  // UTF-32 begins like UTF-16, followed by two zero bytes.
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0))
    throw new ExtractionError('xml_encoding', 'UTF-32');
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  const start = Buffer.from(head.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1]?.toLowerCase();
  if (declared === undefined || start.startsWith('\xef\xbb\xbf') || ASCII_COMPATIBLE.test(declared)) return 'utf-8';
  if (LATIN_1.test(declared)) return 'windows-1252';
  if (SINGLE_BYTE.test(declared)) return declared;
  throw new ExtractionError('xml_encoding', declared.slice(0, 40));
}
