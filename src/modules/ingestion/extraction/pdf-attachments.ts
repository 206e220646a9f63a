import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';
import { cutText } from '../../../common/cut-text.js';
import { cleanLine } from './text-cleanup.js';

/** Names in the warning, and characters of each. */
const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 100;

/** Size of a PDF up to which names are asked for: the parser unpacks the files to tell them. Larger ones are only said to hold some. */
const MAX_NAMED_BYTES = 32 * 1024 ** 2;

/** The type of an embedded file (ISO 32000-2, 7.11.4). Streams stand in no other, so it is legible in the bytes of a PDF. */
const EMBEDDED_FILE = '/EmbeddedFile';

/** What a reader must know of a PDF that holds other files, as portfolios do: nothing of them is read. */
export async function attachmentWarnings(document: PDFDocumentProxy, bytes: Buffer): Promise<string[]> {
  const names = bytes.length <= MAX_NAMED_BYTES ? await namesOf(document) : [];
  const notSearched = 'Their content is not searched: upload them as documents of their own.';
  if (names.length > 0) {
    const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    return [`Files are attached to the PDF: ${shown.join(', ')}${more}. ${notSearched}`];
  }
  return holdsFiles(bytes) ? [`Files are attached to the PDF or its pages. ${notSearched}`] : [];
}

async function namesOf(document: PDFDocumentProxy): Promise<string[]> {
  const attachments = (await document.getAttachments().catch(() => null)) as Record<string, unknown> | null;
  return Object.entries(attachments ?? {}).map(([key, file]) => {
    const { filename } = (file ?? {}) as { filename?: unknown };
    const name = cleanLine(typeof filename === 'string' && filename !== '' ? filename : key).replaceAll('"', "'");
    return cutText(name, MAX_NAME_CHARACTERS) || 'unnamed';
  });
}

/** Whether the type is written anywhere; `/EmbeddedFiles` is the name of a list, which may be empty. */
function holdsFiles(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(EMBEDDED_FILE); at >= 0; at = bytes.indexOf(EMBEDDED_FILE, at + 1)) {
    const next = bytes.toString('latin1', at + EMBEDDED_FILE.length, at + EMBEDDED_FILE.length + 1);
    if (!/[\w#]/.test(next)) return true;
  }
  return false;
}
