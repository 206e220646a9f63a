import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SyntheticText } from './synthetic-text.js';

/** The used part of pdfkit; the package has no types. */
interface PdfDocument extends Readable {
  font(name: string): this;
  fontSize(size: number): this;
  text(text: string, options?: { lineGap?: number }): this;
  moveDown(lines?: number): this;
  addPage(): this;
  end(): void;
}
type PdfConstructor = new (options: { size: string; margin: number; autoFirstPage: boolean }) => PdfDocument;

const PAGES_PER_TASK = 8;
const STEPS_PER_PAGE = 9;

/** Writes a manual with numbered steps and occasional warnings, about 250 words per page. */
export async function writeManual(folder: string, pages: number): Promise<string> {
  const file = path.join(folder, 'manual.pdf');
  const Pdf = createRequire(import.meta.url)('pdfkit') as PdfConstructor;
  const document = new Pdf({ size: 'A4', margin: 56, autoFirstPage: false });
  const text = new SyntheticText(2);
  const written = pipeline(document, createWriteStream(file));
  for (let page = 0; page < pages; page += 1) {
    document.addPage();
    if (page % PAGES_PER_TASK === 0) {
      const task = page / PAGES_PER_TASK;
      const number = `${20 + (task % 60)}-${10 + (task % 9)}-00`;
      document
        .font('Helvetica-Bold')
        .fontSize(14)
        .text(`TASK ${number} ${text.phrase(4).toUpperCase()}`)
        .moveDown();
    }
    document.font('Helvetica').fontSize(10);
    if (page % 5 === 0) document.text(`WARNING: ${text.paragraph(1)}`).moveDown();
    for (let step = 1; step <= STEPS_PER_PAGE; step += 1) {
      document.text(`(${step}) ${text.paragraph(2)}`).moveDown(0.5);
    }
  }
  document.end();
  await written;
  return file;
}
