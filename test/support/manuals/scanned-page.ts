import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** What a scanner does to a page. */
export interface Scan {
  /** Degrees clockwise. */
  skew?: number;
  /** Maximum deviation of gray values, of 255. */
  noise?: number;
}

const DPI = 200;
const [WIDTH, HEIGHT] = [1_654, 1_000];
const MARGIN = 150;
const LINE_HEIGHT = 50;
const ROW_HEIGHT = 60;
const COLUMNS = [130, 330, 830, 1_280, 1_500];

const assets = path.dirname(createRequire(__filename).resolve('pdfjs-dist/package.json'));
GlobalFonts.registerFromPath(path.join(assets, 'standard_fonts/LiberationSans-Regular.ttf'), 'Scanned');

/** The upper part of an A4 page at 200 dpi with these lines in 11 points; an empty one is a gap. PNG, gray. */
export async function scannedPage(lines: string[], { skew = 0, noise = 0 }: Scan = {}): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#202020';
  context.font = `${(11 * DPI) / 72}px Scanned`;
  lines.forEach((line, i) => context.fillText(line, MARGIN, MARGIN + i * LINE_HEIGHT));
  const { data, info } = await sharp(canvas.toBuffer('image/png'))
    .rotate(skew, { background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return png(withNoise(data, noise), info.width, info.height);
}

/** A table with these cells on the upper part of such a page, between rules or without. */
export function scannedTable(rows: string[][], isRuled: boolean): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#202020';
  context.font = `${(11 * DPI) / 72}px Scanned`;
  const bottom = MARGIN - 40 + rows.length * ROW_HEIGHT;
  rows.forEach((cells, i) =>
    cells.forEach((cell, j) => context.fillText(cell, COLUMNS[j]! + 20, MARGIN + i * ROW_HEIGHT)),
  );
  if (isRuled) {
    for (let y = MARGIN - 40; y <= bottom; y += ROW_HEIGHT)
      context.fillRect(COLUMNS[0]!, y, COLUMNS[4]! - COLUMNS[0]!, 3);
    for (const x of COLUMNS) context.fillRect(x, MARGIN - 40, 3, bottom - MARGIN + 40);
  }
  return sharp(canvas.toBuffer('image/png')).greyscale().withMetadata({ density: DPI }).png().toBuffer();
}

/** Gray noise only, like a scan of empty glass. */
export function noisePage(): Promise<Buffer> {
  return png(withNoise(Buffer.alloc(WIDTH * HEIGHT, 160), 190), WIDTH, HEIGHT);
}

/** Pages with a picture as large as the page and, where given, text under and over it. */
export async function picturePdf(
  pages: { picture?: Buffer; text?: string; over?: string; overSize?: number }[],
): Promise<Buffer> {
  const document = new PDFDocument({ margin: 0, autoFirstPage: false, size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const { picture, text, over, overSize = 10 } of pages) {
    const { width = WIDTH, height = HEIGHT } = picture ? await sharp(picture).metadata() : {};
    const size: [number, number] = [(width * 72) / DPI, (height * 72) / DPI];
    document.addPage({ size });
    if (text) document.font('Helvetica').fontSize(10).text(text, 60, 300, { lineBreak: false });
    if (picture) document.image(picture, 0, 0, { width: size[0], height: size[1] });
    if (over) document.font('Helvetica').fontSize(overSize).text(over, 15, 335, { lineBreak: false });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function png(data: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .withMetadata({ density: DPI })
    .png()
    .toBuffer();
}

/** The same noise in every run. Changes `data`. Jest makes each access to a global slow: none in the loop. */
function withNoise(data: Buffer, strength: number): Buffer {
  if (strength === 0) return data;
  let state = 7;
  const { imul } = Math;
  const values = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  for (let i = 0; i < values.length; i += 1) {
    state = (imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    values[i] = values[i]! + (state / 0x7fffffff - 0.5) * strength;
  }
  return data;
}
