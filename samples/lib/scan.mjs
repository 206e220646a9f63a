// Pages without text: a source printed on one sheet and scanned, as a PDF of pictures or a TIFF.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import { DPI, pngOf, scanned, tiffOf } from './raster.mjs';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), 'Typed');
GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Bold.ttf'), 'TypedBold');

const [WIDTH, HEIGHT] = [1_654, 2_339];
const [LEFT, RIGHT, TOP] = [170, 1_490, 190];
const px = (points) => (points * DPI) / 72;

/** A PDF of one picture, without any text. */
export async function renderScannedPdf(source) {
  const { meta } = source;
  const date = new Date(`${meta.revision_date}T00:00:00Z`);
  const info = { Title: meta.title, Producer: 'samples/build.mjs', CreationDate: date, ModDate: date };
  const pdf = new PDFDocument({ size: 'A4', margin: 0, compress: false, info });
  const chunks = [];
  pdf.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.image(pngOf(scanned(printed(source))), 0, 0, { width: 595.28, height: 841.89 });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

export function renderTiff(source) {
  return tiffOf(scanned(printed(source)));
}

/** The sheet as it was printed: {width, height, data}, a byte of grey a pixel. */
function printed({ meta, blocks, name }) {
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#181818';
  let y = TOP;
  const write = (text, { size = 10.5, bold = false, x = LEFT, before = 0 } = {}) => {
    context.font = `${px(size)}px ${bold ? 'TypedBold' : 'Typed'}`;
    y += px(before);
    for (const line of wrapped(context, text, RIGHT - x)) {
      context.fillText(line, x, y);
      y += px(size * 1.5);
    }
  };
  write(meta.issuer, { size: 13, bold: true });
  write(`${meta.document_number}   ${meta.version}   ${meta.revision_date}`, { size: 10 });
  write(meta.title, { size: 13, bold: true, before: 10 });
  write(`EFFECTIVITY: ${meta.effectivity}`, { before: 4 });
  for (const block of blocks) {
    if (block.type === 'heading') write(block.text, { size: 12, bold: true, before: 10 });
    else if (block.type === 'notice')
      write(`${block.kind.toUpperCase()}: ${block.text}`, { bold: true, x: LEFT + px(20), before: 6 });
    else if (block.type === 'step') write(`${block.marker} ${block.text}`, { x: LEFT + px(12), before: 4 });
    else if (block.type === 'para') write(block.text, { before: 6 });
    else throw new Error(`${name}: a scan has no ${block.type}`);
  }
  write('FICTIONAL - NOT FOR USE ON ANY AIRCRAFT', { size: 9, before: 14 });
  if (y > HEIGHT - 120) throw new Error(`${name}: more than one sheet`);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  return { width: WIDTH, height: HEIGHT, data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => data[i * 4]) };
}

function wrapped(context, text, width) {
  const lines = [];
  for (const word of text.split(' ')) {
    const joined = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(joined).width <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
