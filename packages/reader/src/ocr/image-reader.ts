import { open } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { ExtractionError } from '../errors/extraction-error.js';
import type { ExtractionLimits } from '../limits/extraction-limits.js';
import type { OcrLimits } from '../limits/extraction-limits.js';
import { MAX_OCR_PIXELS, OCR_DPI, type ScanImage } from './scan-image.js';
import { ScanReader } from './scan-reader.js';
import { keepingAlive } from './keep-alive.js';
import type { LayoutSource } from '../document/page-source.js';
import { POINTS_PER_INCH } from '../drawing/pdf-renderer.js';
import { pageError } from '../text/text-cleanup.js';
import type { RawPage } from '../layout/rows/text-line.js';

/** Maximum pixels of a page by its header: A0 at 300 dpi. */
const MAX_PIXELS = 150_000_000;

/** Resolutions that scanners use. Others, such as 72 and 96, say nothing about the size of the paper. */
const SCAN_DPI = { from: 100, to: 1_200 };

/** Assumed longer side of the paper: A4, in inches. */
const PAPER_INCHES = 11.69;

/** Further enlargement reveals no letters. */
const MAX_ENLARGEMENT = 3;

/** Bytes within which an animated PNG has `acTL`, which precedes the first image. */
const PNG_HEAD_BYTES = 64 * 1024;

const FORMATS: Record<string, true> = { png: true, jpeg: true, tiff: true };

/**
 * Opens a PNG, JPEG or TIFF for OCR; each image of a TIFF is a page.
 * @param onAlive called every few seconds while a page is read
 * @throws ExtractionError `empty`, `corrupt`, `unsupported` (animations), `too_many_pages` or `image_too_large`
 */
export async function openImage(file: string, limits: ExtractionLimits, onAlive: () => void): Promise<LayoutSource> {
  // Decode the detected formats only and keep no cache.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadTiff'] });
  sharp.cache(false);
  sharp.concurrency(1);
  const { format, pages = 1 } = await describe(file, 0);
  if (!FORMATS[format] || (format === 'png' && (await isMoving(file))))
    throw new ExtractionError('unsupported', format);
  if (pages > limits.max_pages) throw new ExtractionError('too_many_pages', `${pages} pages`);
  const reader = new ScanReader(limits.ocr.page_timeout_ms);
  return {
    kind: 'layout',
    document: { page_count: pages, title: null, outline: [], language: null },
    warnings: [],
    async *pages(from) {
      for (let number = Math.max(1, from); number <= pages; number += 1) {
        yield await keepingAlive(onAlive, () => readPage(file, number, reader, limits.ocr));
      }
    },
    close: () => reader.close(),
  };
}

async function readPage(file: string, number: number, reader: ScanReader, limits: OcrLimits): Promise<RawPage> {
  const page = { page_number: number, label: null, height: 0, rows: [], paginated: true };
  try {
    const image = await decode(file, number - 1, limits);
    const size = { width: image.width / image.scale, height: image.height / image.scale };
    return { ...page, ...size, ...(await reader.read(image)) };
  } catch (error) {
    // A file of one page has no others to keep.
    if (error instanceof ExtractionError) throw error;
    return { ...page, error: pageError(error) };
  }
}

/** The image in grayscale, upright by its EXIF orientation, at OCR resolution. */
async function decode(file: string, page: number, limits: OcrLimits): Promise<ScanImage> {
  const { autoOrient, density } = await describe(file, page);
  const { width, height } = autoOrient;
  const isTold = density !== undefined && density >= SCAN_DPI.from && density <= SCAN_DPI.to;
  const dpi = isTold ? density : Math.max(width, height) / PAPER_INCHES;
  const fitting = Math.sqrt(MAX_OCR_PIXELS / (width * height));
  const factor = Math.min(OCR_DPI / dpi, MAX_ENLARGEMENT, fitting);
  const { data, info } = await sharp(file, { page, limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .resize(Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor)), { fit: 'fill' })
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .timeout({ seconds: Math.ceil(limits.draw_timeout_ms / 1000) })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data, scale: (dpi * factor) / POINTS_PER_INCH };
}

/** Reads the header of an image. @throws ExtractionError `empty`, `corrupt` or `image_too_large` */
async function describe(file: string, page: number): Promise<Metadata> {
  const metadata = await sharp(file, { page, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ExtractionError('corrupt', String(error));
    });
  const pixels = metadata.width * metadata.height;
  if (pixels > MAX_PIXELS) throw new ExtractionError('image_too_large', `${metadata.width} × ${metadata.height}`);
  return metadata;
}

async function isMoving(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PNG_HEAD_BYTES), 0, PNG_HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    const [beforePicture] = head.split('IDAT', 1);
    return beforePicture!.includes('acTL');
  } finally {
    await handle.close();
  }
}
