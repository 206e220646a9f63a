import { Image, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { visible } from '@amks/language/text/visible.js';
import { BOLD_FAMILY, FAMILY, loadFonts } from '../typesetting/draw-page.js';
import { SHEET } from '../typesetting/typeset-page.js';

/** Content of a form to print or to send. Texts may have line breaks. */
export interface FormContent {
  title: string;
  /** Short facts, one a line. */
  fields: readonly { label: string; text: string }[];
  sections: readonly { heading: string; text: string }[];
  /** At the foot of each page. */
  footer: string;
}

const SIZE = { title: 16, heading: 11, text: 10, foot: 8 } as const;
const LEADING = 1.4;
const LABEL_WIDTH = 120;
const WIDTH = SHEET.width - 2 * SHEET.margin;
const BOTTOM = SHEET.height - SHEET.margin;
const PICTURE_HEIGHT = 300;
/** Pixels of a picture: 200 dpi at full width. */
const PICTURE_PIXELS = 1_400;
/** Maximum pixels of an input picture: larger than any camera's. */
const MAX_PICTURE_PIXELS = 150_000_000;
const MAX_PAGES = 50;

/** Draws the form as a PDF. Pictures are decoded again, so that nothing else in their files is passed on. */
export async function drawForm(form: FormContent, pictures: readonly string[]): Promise<Uint8Array> {
  loadFonts();
  const drawn = await Promise.all(pictures.map(decoded));
  const sheet = new FormSheet(form.footer);
  sheet.write(form.title, SIZE.title, true);
  sheet.skip(8);
  for (const { label, text } of form.fields) sheet.field(label, text);
  for (const { heading, text } of form.sections) {
    sheet.skip(10);
    sheet.write(heading, SIZE.heading, true);
    sheet.write(text, SIZE.text, false);
  }
  for (const [index, picture] of drawn.entries()) sheet.picture(`Picture ${index + 1}`, picture);
  return sheet.end();
}

interface Decoded {
  image: Image;
  width: number;
  height: number;
}

/** Null for a damaged picture. */
async function decoded(file: string): Promise<Decoded | null> {
  try {
    const { data, info } = await sharp(file, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const image = new Image();
    image.src = data;
    await image.decode();
    return { image, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** Pages that are filled from top to bottom. */
class FormSheet {
  private readonly document = new PDFDocument();
  private context: SKRSContext2D;
  private pages = 0;
  private y = 0;

  constructor(private readonly footer: string) {
    this.context = this.begin();
  }

  skip(points: number): void {
    this.y += points;
  }

  write(text: string, size: number, isBold: boolean, x = SHEET.margin, width = WIDTH): void {
    for (const line of this.linesOf(text, size, isBold, width)) {
      this.need(size * LEADING);
      this.put(line, size, isBold, x, this.y + size);
      this.y += size * LEADING;
    }
  }

  field(label: string, text: string): void {
    this.need(SIZE.text * LEADING);
    this.put(label, SIZE.text, true, SHEET.margin, this.y + SIZE.text);
    this.write(text, SIZE.text, false, SHEET.margin + LABEL_WIDTH, WIDTH - LABEL_WIDTH);
  }

  picture(caption: string, picture: Decoded | null): void {
    this.skip(10);
    if (!picture) return this.write(`${caption} cannot be drawn`, SIZE.text, false);
    const scale = Math.min(WIDTH / picture.width, PICTURE_HEIGHT / picture.height, 1);
    const [width, height] = [picture.width * scale, picture.height * scale];
    this.need(height + SIZE.text * LEADING);
    this.write(caption, SIZE.text, true);
    this.context.drawImage(picture.image, SHEET.margin, this.y, width, height);
    this.y += height;
  }

  end(): Uint8Array {
    this.finishPage();
    return this.document.close();
  }

  private begin(): SKRSContext2D {
    this.context = this.document.beginPage(SHEET.width, SHEET.height) as SKRSContext2D;
    this.pages += 1;
    this.y = SHEET.margin;
    return this.context;
  }

  private finishPage(): void {
    this.put(`${this.footer}, page ${this.pages}`, SIZE.foot, false, SHEET.margin, SHEET.height - SHEET.margin / 2);
    this.document.endPage();
  }

  private need(height: number): void {
    if (this.y + height <= BOTTOM || this.y === SHEET.margin) return;
    if (this.pages >= MAX_PAGES) throw new Error('a form of too many pages');
    this.finishPage();
    this.begin();
  }

  private put(text: string, size: number, isBold: boolean, x: number, y: number): void {
    this.context.fillStyle = '#111111';
    this.context.font = fontOf(size, isBold);
    this.context.fillText(text, x, y);
  }

  /** Lines no wider than the column. Words that are wider are divided. */
  private linesOf(text: string, size: number, isBold: boolean, width: number): string[] {
    this.context.font = fontOf(size, isBold);
    const fits = (line: string): boolean => this.context.measureText(line).width <= width;
    return text.split('\n').flatMap((paragraph) => {
      const lines = [''];
      for (const word of visible(paragraph)
        .split(/\s+/u)
        .flatMap((one) => piecesOf(one, fits))) {
        const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
        if (fits(longer)) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    });
  }
}

function fontOf(size: number, isBold: boolean): string {
  return `${size}px "${isBold ? BOLD_FAMILY : FAMILY}"`;
}

function piecesOf(word: string, fits: (text: string) => boolean): string[] {
  const pieces = [''];
  if (fits(word)) return [word];
  for (const character of word) {
    const longer = pieces.at(-1)! + character;
    if (fits(longer)) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}
