import PDFDocument from 'pdfkit';

/** Draws text with its baseline at a place, and tells where it ends. */
export type Writer = (text: string, x: number, y: number, style?: { size?: number; bold?: boolean }) => number;

/** A real PDF of A4 pages that are drawn as the test wants it. */
export async function drawnPdf(pages: ((document: PDFDocument, write: Writer) => void)[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  const write: Writer = (text, x, y, { size = 10, bold = false } = {}) => {
    document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    document.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    return x + document.widthOfString(text);
  };
  for (const draw of pages) {
    document.addPage();
    draw(document, write);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
