import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';
import { cutText } from '@amks/language/text/cut-text.js';
import { cleanLine } from '../text/text-cleanup.js';

/** Maximum names in the warning, and characters of each. */
const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 100;

/** Maximum bytes of a PDF whose attachments are named: pdf.js must unpack it. For larger files the warning has no names. */
const MAX_NAMED_BYTES = 32 * 1024 ** 2;

/** The type of an embedded file (ISO 32000-2, 7.11.4). It is never inside a stream, so it is readable in the bytes of a PDF. */
const EMBEDDED_FILE = '/EmbeddedFile';

/** Warns about embedded files, as in portfolios: they are not read. */
export async function attachmentWarnings(document: PDFDocumentProxy, bytes: Buffer): Promise<string[]> {
  const names = bytes.length <= MAX_NAMED_BYTES ? await namesOf(document) : [];
  const notSearched = 'Their content is not searched: upload them as separate documents.';
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

function holdsFiles(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(EMBEDDED_FILE); at >= 0; at = bytes.indexOf(EMBEDDED_FILE, at + 1)) {
    const next = bytes.toString('latin1', at + EMBEDDED_FILE.length, at + EMBEDDED_FILE.length + 1);
    if (!/[\w#]/.test(next)) return true;
  }
  return false;
}
