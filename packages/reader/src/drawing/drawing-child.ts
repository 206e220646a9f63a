/** Entry point of the process that draws pages of one file. The parent kills it if a hostile file makes it fail, grow or hang. */
import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { startWatchdog } from '../processes/child-watchdog.js';
import { drawForm } from './form.js';
import { openPdfForDrawing, renderPdfPage } from './pdf-renderer.js';
import { drawPage, type PlacedPage } from '../typesetting/draw-page.js';
import { toPageBox } from '../layout/rows/text-boxes.js';
import { typesetPage } from '../typesetting/typeset-page.js';
import type { DrawRequest, DrawResponse, ImageFormat, StoredPage } from './drawing-protocol.js';

/** Maximum pixels of a drawing: A4 at 320 dpi. */
const MAX_PIXELS = 12_000_000;

/** Maximum pixels of an input picture: A0 at 300 dpi, as for OCR. */
const MAX_PICTURE_PIXELS = 150_000_000;

/** Letters stay sharp at about 100 KB per page of text; more effort hardly helps. */
const WEBP = { quality: 85, effort: 2 };

process.on('disconnect', () => process.exit(1));
process.on('message', ({ source, width, format }: DrawRequest) => {
  draw(source, width, format)
    .then((image): DrawResponse => ({ type: 'drawn', image }))
    .catch((error: unknown): DrawResponse => ({ type: 'failed', detail: String(error).slice(0, 1_000) }))
    .then(send)
    .catch(() => process.exit(1));
});

startWatchdog(Number(process.argv[2]));
// Decode the detected formats only and keep no cache.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadTiff'] });
sharp.cache(false);
sharp.concurrency(1);
// Loaded before the first request. The parser has no types.
const parser: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs';
Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import(parser)])
  .then(() => send({ type: 'ready' }))
  .catch(() => process.exit(1));

async function draw(source: DrawRequest['source'], width: number, format: ImageFormat): Promise<Uint8Array> {
  switch (source.kind) {
    case 'pdf':
      return drawPdf(source.file, source.page_number, width, format);
    case 'picture':
      return drawPicture(source.file, source.page_number, width, format);
    case 'form':
      return drawForm(source.form, source.pictures);
    case 'text':
      return encoded(drawPage(placed(source.page), width, MAX_PIXELS), format);
  }
}

/** Adds positions to pages that were stored without them. */
function placed(page: StoredPage): PlacedPage {
  const { text, blocks, width, height, boxes } = page;
  if (width !== null && height !== null && boxes !== null) return { text, blocks, width, height, boxes };
  const layout = typesetPage(page);
  return { text, blocks, ...layout, boxes: layout.boxes.map(toPageBox) };
}

async function drawPdf(file: string, pageNumber: number, width: number, format: ImageFormat): Promise<Uint8Array> {
  const document = await openPdfForDrawing(file);
  try {
    const { canvas } = await renderPdfPage(document, pageNumber, { width, maxPixels: MAX_PIXELS });
    return await encoded(canvas, format);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function drawPicture(file: string, pageNumber: number, width: number, format: ImageFormat): Promise<Uint8Array> {
  const picture = sharp(file, { page: pageNumber - 1, limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' });
  const { width: across, height: down } = (await picture.metadata()).autoOrient;
  const scale = Math.min(width / across, Math.sqrt(MAX_PIXELS / (across * down)));
  const size = [across, down].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const drawn = picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(...size, { fit: 'fill' });
  return (format === 'webp' ? drawn.webp(WEBP) : drawn.png()).toBuffer();
}

function encoded(canvas: Canvas, format: ImageFormat): Promise<Uint8Array> {
  if (format === 'png') return canvas.encode('png');
  const { width, height } = canvas;
  return sharp(canvas.data(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp(WEBP)
    .toBuffer();
}

function send(message: DrawResponse): void {
  process.send?.(message);
}
