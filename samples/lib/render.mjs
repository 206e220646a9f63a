// Lays a parsed source out as a manual: title page, contents, then the blocks, with bookmarks from the headings.
import { Canvas, PAGE } from './canvas.mjs';
import { drawFigure, figureHeight } from './figure.mjs';
import { drawTable, layTable } from './table.mjs';

const HEADINGS = {
  1: { size: 13, font: 'bold', before: 4, after: 8 },
  2: { size: 11, font: 'bold', before: 12, after: 6 },
  3: { size: 10.5, font: 'bold', before: 8, after: 4 },
  4: { size: 10, font: 'bold', before: 6, after: 3 },
};
const LEADING = 13;
const CENTRE = PAGE.width / 2;
// Units keep their spelling when the text of a warning is set in capitals.
const UNITS = ['N·m', 'lbf·in', 'kPa', 'mm', 'ml', 'kg'];

/** Renders twice, because the contents page comes before the pages it lists. Resolves to {bytes, pages}. */
export async function renderManual({ meta, blocks }) {
  const draft = new Manual(meta, blocks, new Map());
  draft.draw();
  const manual = new Manual(meta, blocks, draft.placed);
  manual.draw();
  return { bytes: await manual.canvas.finish(), pages: manual.canvas.pages };
}

class Manual {
  constructor(meta, blocks, contents) {
    this.meta = meta;
    this.blocks = blocks;
    this.contents = contents;
    this.placed = new Map();
    this.canvas = new Canvas(meta);
    this.label = { subject: meta.ata_chapter ?? 'INTRO', number: 0, effectivity: meta.effectivity };
    this.outline = [this.canvas.pdf.outline];
  }

  draw() {
    this.titlePage();
    if (this.meta.contents !== 'no') this.contentsPages();
    this.blocks.forEach((block, i) => {
      if (block.type === 'page') return this.openPage(block);
      if (this.canvas.y + this.keepHeight(i) > PAGE.bottom) this.nextPage();
      this.drawBlock(block);
    });
  }

  nextPage() {
    this.label = { ...this.label, number: this.label.number + 1 };
    this.canvas.newPage(this.label);
  }

  openPage({ subject, number, effectivity }) {
    if (subject) {
      this.label = { subject, number: number - 1, effectivity: effectivity ?? this.meta.effectivity };
    }
    this.nextPage();
  }

  titlePage() {
    const { canvas, meta } = this;
    canvas.newPage({ ...this.label, number: 0 }, { bare: true });
    canvas.pdf
      .rect(PAGE.left, 60, PAGE.right - PAGE.left, 700)
      .lineWidth(1.5)
      .stroke();
    const centre = (text, y, style) => canvas.line(text, CENTRE, y, { align: 'center', ...style });
    centre(meta.issuer ?? 'TARNHOLM AIRCRAFT AB', 110, { font: 'bold', size: 16 });
    centre(`${meta.model} SKARV`, 140, { size: 13 });
    centre(meta.manual, 230, { font: 'bold', size: 20 });
    canvas.wrap(meta.title, 420, { font: 'bold', size: 15 }).forEach((line, i) => {
      centre(line, 272 + i * 20, { font: 'bold', size: 15 });
    });
    const facts = [
      ['Document number', meta.document_number],
      ['Revision', meta.version],
      ['Date', meta.revision_date],
      ['Effectivity', meta.effectivity],
      ...(meta.supersedes_text ? [['Supersedes', meta.supersedes_text]] : []),
    ];
    facts.forEach(([name, value], i) => {
      canvas.line(`${name}:`, 150, 380 + i * 22, { font: 'bold', size: 11 });
      canvas.line(value, 265, 380 + i * 22, { size: 11 });
    });
    const notice =
      'This document is fiction, written to demonstrate a document service. The manufacturer, the aircraft, its parts ' +
      'and every value in it are invented. NOT FOR USE ON ANY AIRCRAFT.';
    canvas.wrap(notice, 400, { font: 'italic', size: 9.5 }).forEach((line, i) => {
      centre(line, 680 + i * 13, { font: 'italic', size: 9.5 });
    });
    canvas.pdf.outline.addItem('Title page');
  }

  contentsPages() {
    const { canvas } = this;
    this.nextPage();
    canvas.pdf.outline.addItem('Table of contents');
    canvas.line('TABLE OF CONTENTS', CENTRE, canvas.y, { font: 'bold', size: 13, align: 'center' });
    canvas.y += 26;
    const listed = this.blocks.filter((block) => block.type === 'heading' && block.level <= 2);
    for (const block of listed) {
      const style = { size: 9, font: block.level === 1 ? 'bold' : 'regular' };
      const lines = canvas.wrap(block.text, 400 - block.level * 14, style);
      if (canvas.y + lines.length * 11.5 > PAGE.bottom) this.nextPage();
      lines.forEach((line, i) => {
        canvas.line(line, PAGE.left + (block.level - 1) * 14, canvas.y, style);
        if (i === lines.length - 1) {
          canvas.line(this.contents.get(block) ?? '-', PAGE.right, canvas.y, { size: 9, align: 'right' });
        }
        canvas.y += 11.5;
      });
      canvas.y += block.level === 1 ? 2 : 0.5;
    }
    this.label = { ...this.label, number: 0 };
  }

  /** Height of a block together with what it may not be parted from: a heading or a warning stays with what it governs. */
  keepHeight(i) {
    const block = this.blocks[i];
    if (!block || block.type === 'page') return 0;
    const tied = block.type === 'heading' || block.type === 'notice' || block.bold || /:$/.test(block.text ?? '');
    return this.height(block) + (tied ? this.keepHeight(i + 1) : 0);
  }

  height(block) {
    if (block.type === 'table') {
      return layTable(this.canvas, block.rows)
        .rows.slice(0, 3)
        .reduce((sum, row) => sum + row.height, 0);
    }
    if (block.type === 'figure') return figureHeight(block.ops);
    const { lines, before = 0, after, pad = 0 } = this.shape(block);
    return before + lines.length * LEADING + 2 * pad + after;
  }

  /** How a block of text is set: its lines, where they start, the marker before them and the space around. */
  shape(block) {
    const { left, right } = PAGE;
    const set = (text, x, rest) => ({ x, lines: this.canvas.wrap(text, right - x, rest), after: 5, ...rest });
    switch (block.type) {
      case 'heading':
        return set(block.text, left, HEADINGS[block.level]);
      case 'step':
        return set(block.text, left + 34 + block.depth * 26, {
          marker: block.marker,
          markerX: left + 8 + block.depth * 26,
        });
      case 'bullet':
        return set(block.text, left + 34 + block.depth * 26, { marker: '-', markerX: left + 22 + block.depth * 26 });
      case 'notice': {
        const capitals = block.kind !== 'note';
        const text = capitals ? capitalise(block.text) : block.text;
        const style = capitals ? { font: 'bold', size: 9.5 } : { size: 9.5 };
        const lines = this.canvas.wrap(`${block.kind.toUpperCase()}: ${text}`, right - left - 60, style);
        return { ...style, x: left + 38, lines, pad: capitals ? 6 : 2, before: 3, after: 7, boxed: capitals };
      }
      default:
        return set(block.text, left, { font: block.bold ? 'bold' : 'regular' });
    }
  }

  drawBlock(block) {
    const { canvas } = this;
    if (block.type === 'table') return drawTable(canvas, layTable(canvas, block.rows), () => this.nextPage());
    if (block.type === 'figure') return drawFigure(canvas, block);
    if (block.type === 'heading') this.bookmark(block);
    const shape = this.shape(block);
    const { lines, x, marker, markerX, before = 0, after, pad = 0, boxed } = shape;
    canvas.y += before;
    if (boxed) {
      const weight = block.kind === 'warning' ? 1.8 : 0.8;
      canvas.pdf
        .rect(x - 8, canvas.y, PAGE.right - x + 2, lines.length * LEADING + 2 * pad - 2)
        .lineWidth(weight)
        .stroke();
    }
    canvas.y += pad;
    if (marker) canvas.line(marker, markerX, canvas.y, shape);
    for (const line of lines) {
      canvas.line(line, x, canvas.y, shape);
      canvas.y += LEADING;
    }
    canvas.y += pad + after;
  }

  bookmark(block) {
    this.placed.set(block, `${this.label.subject} p. ${this.label.number}`);
    if (block.level > 3) return;
    // A skipped level hangs from the nearest one above it.
    const parent = this.outline.slice(0, block.level).findLast(Boolean);
    this.outline.length = block.level;
    this.outline[block.level] = parent.addItem(block.text);
  }
}

function capitalise(text) {
  return UNITS.reduce(
    (capitals, unit) => capitals.replace(new RegExp(`(?<=\\d )${unit}\\b`, 'gi'), unit),
    text.toUpperCase(),
  );
}
