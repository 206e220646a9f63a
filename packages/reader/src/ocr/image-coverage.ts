import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';

/** Share of the page that a picture must cover to be a scan. */
const COVERED = 0.6;

type Matrix = [number, number, number, number, number, number];

/** No picture covers the page; one does, over all text or with invisible text; one does, under visible text. */
export type Cover = 'none' | 'over_text' | 'under_text';

/** Invisible text rendering modes (ISO 32000-2, table 104). */
const UNSEEN = new Set([3, 7]);

/** Whether one picture covers the page, as in scans, and whether visible text lies on it, such as stamps. */
export async function coverOf(document: PDFDocumentProxy, pageNumber: number): Promise<Cover> {
  const { OPS, Util } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const page = await document.getPage(pageNumber);
  const { fnArray, argsArray } = await page.getOperatorList();
  const { width, height } = page.getViewport({ scale: 1 });
  const images = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintImageXObjectRepeat,
  ]);
  const saved: Matrix[] = [];
  const texts = new Set<number>([
    OPS.showText,
    OPS.showSpacedText,
    OPS.nextLineShowText,
    OPS.nextLineSetSpacingShowText,
  ]);
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let mode = 0;
  let cover: Cover = 'none';
  fnArray.forEach((operation, i) => {
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    const args = argsArray[i] as unknown[] | null;
    const applied = operation === OPS.transform ? args : operation === OPS.paintFormXObjectBegin ? args?.[0] : null;
    if (Array.isArray(applied)) matrix = Util.transform(matrix, applied) as Matrix;
    // A picture fills the unit square (ISO 32000-2, 8.9.4); its area is the determinant.
    const [a, b, c, d] = matrix;
    if (images.has(operation) && Math.abs(a * d - b * c) >= COVERED * width * height) cover = 'over_text';
    if (operation === OPS.setTextRenderingMode) mode = Number(args?.[0]);
    if (texts.has(operation) && cover === 'over_text' && !UNSEEN.has(mode)) cover = 'under_text';
  });
  return cover;
}
