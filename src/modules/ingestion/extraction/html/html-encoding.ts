import { byteOrderMark, type DecodedText } from '../../../../common/files/decode-text.js';
import { decodeWindows1252 } from '../../../../common/files/windows-1252.js';

/** How far browsers look for a declared encoding (HTML, 13.2.3.2). */
const PRESCAN_BYTES = 1024;

const DECLARED = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i;

/** Decodes an HTML file: a byte order mark decides, then what it declares, then whether it is UTF-8, else windows-1252. */
export function decodeHtml(bytes: Uint8Array): DecodedText {
  const mark = byteOrderMark(bytes);
  if (mark) return known(new TextDecoder(mark).decode(bytes));
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString('latin1');
  const match = DECLARED.exec(head);
  const decoder = decoderOf(match?.[1] ?? match?.[2]);
  if (decoder) return known(decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes));
  try {
    return known(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { text: decodeWindows1252(bytes), isGuess: true };
  }
}

function known(text: string): DecodedText {
  return { text, isGuess: false };
}

/** Null for encodings nobody knows, UTF-7 among them. A file whose declaration reads as ASCII is no UTF-16, whatever it says. */
function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    return null;
  }
}
