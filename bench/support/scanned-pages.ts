import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { openPdfForDrawing, renderPdfPage } from '@amks/reader/drawing/pdf-renderer.js';
import { randomNumbers, SyntheticText } from './synthetic-text.js';

/** The used part of pdfkit; the package has no types. */
interface PdfDocument extends Readable {
  font(name: string): this;
  fontSize(size: number): this;
  text(text: string): this;
  moveDown(lines?: number): this;
  addPage(): this;
  image(source: Buffer, x: number, y: number, options: { width: number }): this;
  end(): void;
}
type PdfConstructor = new (options: { size: string; margin: number; autoFirstPage: boolean }) => PdfDocument;

const DPI = 200;
const SKEW_DEGREES = 0.5;
const STEPS_PER_PAGE = 9;
const PAGE_WIDTH = 595.28;

export interface ScannedManual {
  file: string;
  /** Text of each page. */
  texts: string[];
  /** Page images, PNG at 200 dpi. */
  pictures: Buffer[];
}

/** Writes a PDF of scanned task cards: typewritten, slightly rotated, grayscale with noise. */
export async function writeScannedManual(folder: string, pages: number): Promise<ScannedManual> {
  const typed = path.join(folder, 'typed.pdf');
  const text = new SyntheticText(5);
  const texts: string[] = [];
  await writePdf(typed, (document) => {
    for (let page = 0; page < pages; page += 1) {
      const lines = [
        `TASK ${20 + page}-11-00-400-801`,
        'WARNING: RELEASE THE HYDRAULIC PRESSURE BEFORE YOU DISCONNECT THE LINE.',
        ...Array.from({ length: STEPS_PER_PAGE }, (_, step) => `(${step + 1}) ${text.paragraph(2)}`),
        `Torque the bolt to ${12 + page}.5 Nm (${110 + page} lbf in).`,
      ];
      document.addPage().font('Courier').fontSize(10);
      for (const line of lines) document.text(line).moveDown(0.5);
      texts.push(lines.join('\n'));
    }
  });
  const pictures = await scan(typed, pages);
  const file = path.join(folder, 'scanned.pdf');
  const jpegs = await Promise.all(pictures.map((picture) => sharp(picture).jpeg({ quality: 85 }).toBuffer()));
  await writePdf(file, (document) => {
    for (const jpeg of jpegs) document.addPage().image(jpeg, 0, 0, { width: PAGE_WIDTH });
  });
  return { file, texts, pictures };
}

async function writePdf(file: string, write: (document: PdfDocument) => void): Promise<void> {
  const Pdf = createRequire(import.meta.url)('pdfkit') as PdfConstructor;
  const document = new Pdf({ size: 'A4', margin: 56, autoFirstPage: false });
  const written = pipeline(document, createWriteStream(file));
  write(document);
  document.end();
  await written;
}

async function scan(file: string, pages: number): Promise<Buffer[]> {
  const document = await openPdfForDrawing(file);
  const random = randomNumbers(11);
  const pictures: Buffer[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const { canvas } = await renderPdfPage(document, page, { dpi: DPI });
    const { width, height } = canvas;
    const { data } = await sharp(canvas.toBuffer('image/png'))
      .rotate(SKEW_DEGREES, { background: '#ffffff' })
      .resize(width, height, { fit: 'cover' })
      .blur(0.7)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const noisy = data.map((value) => {
      const grain = random() < 0.0005 ? 0 : 0.85 * value + 20 + (random() - 0.5) * 50;
      return Math.max(0, Math.min(255, grain));
    });
    pictures.push(
      await sharp(noisy, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer(),
    );
  }
  await document.loadingTask.destroy();
  return pictures;
}
