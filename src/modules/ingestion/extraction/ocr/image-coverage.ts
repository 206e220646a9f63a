import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';

/** Share of the page that one picture must fill to be a scan of it. */
const COVERED = 0.6;

type Matrix = [number, number, number, number, number, number];

/** Whether one picture fills the page, as in scans: beside it, stamps and page numbers may be set as text. */
export async function isCoveredByImages(document: PDFDocumentProxy, pageNumber: number): Promise<boolean> {
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
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  return fnArray.some((operation, i) => {
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    const args = argsArray[i] as unknown[] | null;
    const applied = operation === OPS.transform ? args : operation === OPS.paintFormXObjectBegin ? args?.[0] : null;
    if (Array.isArray(applied)) matrix = Util.transform(matrix, applied) as Matrix;
    // A picture fills the unit square (ISO 32000-2, 8.9.4); its area is the determinant.
    const [a, b, c, d] = matrix;
    return images.has(operation) && Math.abs(a * d - b * c) >= COVERED * width * height;
  });
}
