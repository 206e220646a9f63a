// A thin layer over pdfkit: pages with running header and footer, and text placed line by line.
import PDFDocument from 'pdfkit';

export const PAGE = { width: 595.28, height: 841.89, left: 54, right: 541, top: 92, bottom: 762 };
const FONTS = { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' };
// Characters the standard fonts can show (WinAnsi); anything else would come out as a wrong glyph.
const PRINTABLE = /^[\x20-\x7e\xa0-\xff–—‘’“”•…]*$/;

const BREAKS = / +(?!(?:N·m|lbf·in|mm|bar|psi|kPa|°C|kg|litres|[Vs])(?![A-Za-z]))/;

/**
 * One PDF being drawn. Lines are broken at spaces only, so that identifiers such as 32-11-00-400-801 stay whole in the
 * extracted text, and each line is one text run. `pages` collects the text of every page for the checks.
 */
export class Canvas {
  constructor(meta) {
    this.meta = meta;
    this.pages = [];
    const date = new Date(`${meta.revision_date}T00:00:00Z`);
    // Uncompressed: deflate output differs between zlib builds, and the committed files must be reproducible anywhere.
    this.pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      compress: false,
      lang: 'en',
      info: {
        Title: `${meta.document_number} ${meta.version} ${meta.title}`,
        Author: 'Tarnholm Aircraft AB (fictional)',
        Subject: meta.title,
        Keywords: `${meta.document_type}, ${meta.aircraft_type}, fictional sample, not for use on any aircraft`,
        Creator: 'samples/build.mjs',
        Producer: 'PDFKit',
        CreationDate: date,
        ModDate: date,
      },
    });
    this.chunks = [];
    this.pdf.on('data', (chunk) => this.chunks.push(chunk));
  }

  /** Opens a page; `label` is what the footer calls it: {subject, number, effectivity}. */
  newPage(label, { bare = false } = {}) {
    this.pdf.addPage();
    this.pages.push({ ...label, lines: [] });
    this.y = PAGE.top;
    if (!bare) this.frame(label);
  }

  frame({ subject, number, effectivity }) {
    const { meta, pdf } = this;
    const { left, right } = PAGE;
    this.line(`TARNHOLM ${meta.model}`, left, 36, { font: 'bold', size: 9 });
    this.line(meta.manual, left, 49, { size: 9 });
    this.line(meta.document_number, right, 36, { font: 'bold', size: 9, align: 'right' });
    this.line(meta.version, right, 49, { size: 9, align: 'right' });
    pdf.moveTo(left, 66).lineTo(right, 66).lineWidth(1).stroke();
    pdf.moveTo(left, 778).lineTo(right, 778).lineWidth(1).stroke();
    pdf.rect(left, 786, 190, 28).lineWidth(0.5).stroke();
    this.line('EFFECTIVITY', left + 5, 790, { size: 6.5 });
    this.line(effectivity, left + 5, 800, { font: 'bold', size: 8.5 });
    this.line(subject, right, 784, { font: 'bold', size: 11, align: 'right' });
    this.line(`Page ${number}`, right, 798, { size: 9, align: 'right' });
    this.line(meta.revision_date, right, 809, { size: 8, align: 'right' });
    this.line('FICTIONAL - NOT FOR USE', 268, 798, { size: 7 });
  }

  /** Draws one line; y is the top of the text. */
  line(text, x, y, { font = 'regular', size = 10, align = 'left' } = {}) {
    if (!text) return;
    if (!PRINTABLE.test(text)) throw new Error(`not in WinAnsi: ${text}`);
    this.pdf.font(FONTS[font]).fontSize(size);
    const width = this.pdf.widthOfString(text);
    const start = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
    this.pdf.text(text, start, y, { lineBreak: false });
    this.pages.at(-1).lines.push(text);
  }

  /** Breaks text at spaces, never between a number and its unit, into lines no wider than `width` points. */
  wrap(text, width, { font = 'regular', size = 10 } = {}) {
    this.pdf.font(FONTS[font]).fontSize(size);
    const lines = [];
    for (const word of text.split(BREAKS)) {
      const joined = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && this.pdf.widthOfString(joined) <= width) lines[lines.length - 1] = joined;
      else lines.push(word);
    }
    return lines;
  }

  widthOf(text, { font = 'regular', size = 10 } = {}) {
    return this.pdf.font(FONTS[font]).fontSize(size).widthOfString(text);
  }

  /** Ends the document and resolves to its bytes. */
  finish() {
    return new Promise((resolve) => {
      this.pdf.on('end', () => resolve(Buffer.concat(this.chunks)));
      this.pdf.end();
    });
  }
}
