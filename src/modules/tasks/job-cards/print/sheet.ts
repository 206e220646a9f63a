import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { fontFile } from '@amks/reader/typesetting/font-metrics.js';
import { setLines, type BoxedSpans, type Run } from './set-lines.js';

export const PAGE: [number, number] = [595.28, 841.89];
export const MARGIN = 40;
export const INNER = PAGE[0] - 2 * MARGIN;
const TOP = 108;
const BOTTOM = PAGE[1] - 52;
const INK = '#111111';
/** Paths, not names: pdfkit reads the file of a second name for a font again at each use. */
const [REGULAR, BOLD] = [fontFile(false), fontFile(true)];
const QR_SIZE = 58;

export interface TextStyle {
  size?: number;
  bold?: boolean;
  /** From the left edge of the text, in points. */
  indent?: number;
  width?: number;
  boxed?: BoxedSpans;
}

/** Sheets of a card: text from the top to the bottom, pages as needed. */
export class Sheets {
  readonly pdf: PDFDocument;
  private y = TOP;
  private pages = 0;

  constructor(title: string, date: Date) {
    this.pdf = new PDFDocument({
      ...{ size: PAGE, margin: 0, autoFirstPage: false, bufferPages: true, lang: 'en' },
      // The default font would be read from a file that the bundle lacks.
      font: REGULAR,
      info: { Title: title, CreationDate: date, ModDate: date },
    });
  }

  get pageCount(): number {
    return this.pages;
  }

  get top(): number {
    return this.y;
  }

  newPage(): void {
    this.pdf.addPage({ size: PAGE });
    this.pages += 1;
    this.y = TOP;
  }

  space(points: number): void {
    this.y += points;
  }

  /** Begins a page unless so much is left. */
  keep(points: number): void {
    if (this.pages === 0 || (this.y + points > BOTTOM && this.y > TOP)) this.newPage();
  }

  lines(
    text: string,
    { size = 9.5, bold = false, indent = 0, width = INNER - indent, boxed = [] }: TextStyle,
  ): Run[][] {
    return setLines(text, boxed, { width, size, bold });
  }

  /** Writes a text. @param next called once, with the position of the first line */
  text(text: string, style: TextStyle = {}, next?: (y: number) => void): void {
    const { size = 9.5, bold = false, indent = 0 } = style;
    const lines = this.lines(text, style);
    const height = size * 1.32;
    this.keep(Math.min(lines.length, 3) * height);
    next?.(this.y);
    for (const line of lines) {
      if (this.y + height > BOTTOM) this.newPage();
      this.draw(line, MARGIN + indent, this.y, size, bold);
      this.y += height;
    }
  }

  /** A text in a frame, which begins again on each page. */
  framed(label: string, text: string, style: { color: string; lineWidth: number; bold: boolean }): void {
    const size = 9.5;
    const padding = 6;
    const height = size * 1.32;
    const labelled = label === '' ? [] : this.lines(label, { size, bold: true, width: INNER - 2 * padding });
    const own = this.lines(text, { size, bold: style.bold, width: INNER - 2 * padding });
    let rest = [...labelled.map((line) => ({ line, bold: true })), ...own.map((line) => ({ line, bold: style.bold }))];
    this.space(4);
    while (rest.length > 0) {
      this.keep(Math.min(rest.length, 4) * height + 2 * padding);
      const fitting = Math.max(1, Math.floor((BOTTOM - this.y - 2 * padding) / height));
      const some = rest.slice(0, fitting);
      rest = rest.slice(fitting);
      const box = some.length * height + 2 * padding;
      this.pdf.save().lineWidth(style.lineWidth);
      this.pdf.addContent(`${style.color} RG`).rect(MARGIN, this.y, INNER, box).stroke().restore();
      some.forEach(({ line, bold }, i) => {
        this.draw(line, MARGIN + padding, this.y + padding + i * height, size, bold);
      });
      this.y += box;
      if (rest.length > 0) this.newPage();
    }
    this.space(5);
  }

  /** A box to sign, with its label. */
  signature(label: string, x: number, y: number): void {
    this.pdf.lineWidth(0.6).rect(x, y, 34, 16).stroke();
    this.pdf
      .font(REGULAR)
      .fontSize(5)
      .fillColor(INK)
      .text(label, x + 2, y + 1.5, { lineBreak: false });
  }

  /** One line, left of the code. Text that is cut off ends in dots. */
  label(text: string, x: number, y: number, size: number, bold = false): void {
    const width = INNER - QR_SIZE - 8;
    const [line = [], ...others] = setLines(text, [], { width, size, bold });
    this.draw(line, x, y, size, bold);
    const end = line.at(-1);
    if (others.length > 0 && end) this.draw([{ ...end, text: '…', x: end.x + end.width + 1 }], x, y, size, bold);
  }

  rule(y: number): void {
    this.pdf
      .lineWidth(0.6)
      .moveTo(MARGIN, y)
      .lineTo(PAGE[0] - MARGIN, y)
      .stroke();
  }

  /** A QR code at the top right. */
  code(address: string): void {
    const { data, size } = encode(address, { border: 0, ecc: 'M' });
    const cell = QR_SIZE / size;
    const left = PAGE[0] - MARGIN - QR_SIZE;
    this.pdf.save().fillColor('#000000');
    for (const [row, cells] of data.entries()) {
      for (let from = 0; from < size; from += 1) {
        if (!cells[from]) continue;
        let to = from;
        while (cells[to]) to += 1;
        this.pdf.rect(left + from * cell, 30 + row * cell, (to - from) * cell, cell + 0.05);
        from = to;
      }
    }
    this.pdf.fill('#000000').restore();
  }

  /** Across the whole page. */
  stamp(text: string): void {
    this.pdf.save().rotate(-50, { origin: [PAGE[0] / 2, PAGE[1] / 2] });
    this.pdf.opacity(0.28).font(BOLD).fontSize(84).fillColor('#c00000');
    const width = this.pdf.widthOfString(text);
    this.pdf.text(text, (PAGE[0] - width) / 2, PAGE[1] / 2 - 42, { lineBreak: false }).restore();
    this.pdf.opacity(1).fillColor(INK);
  }

  async finished(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.pdf.end();
    for await (const chunk of this.pdf) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  private draw(line: readonly Run[], left: number, y: number, size: number, bold: boolean): void {
    this.pdf
      .font(bold ? BOLD : REGULAR)
      .fontSize(size)
      .fillColor(INK);
    for (const { text, x, width, boxed } of line) {
      this.pdf.text(text, left + x, y, { lineBreak: false });
      if (boxed)
        this.pdf
          .lineWidth(0.9)
          .rect(left + x - 1.5, y - 1.5, width + 3, size * 1.28)
          .stroke();
    }
  }
}
