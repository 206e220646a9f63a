import { createCanvas, GlobalFonts, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PageBox } from '../layout/rows/page-boxes.js';
import { ASCENT } from '../layout/rows/text-boxes.js';
import { fontFile } from './font-metrics.js';
import { boldEnd, partsOf, type PagePart, type TypesettablePage } from './page-parts.js';
import { endOfTable, FRAME_PADDING, ROW_PADDING, SHEET } from './typeset-page.js';

/** A page with the positions from `typesetPage`. */
export interface PlacedPage extends TypesettablePage {
  width: number;
  height: number;
  boxes: readonly PageBox[];
}

export const FAMILY = 'Typeset';
export const BOLD_FAMILY = 'Typeset Bold';

const INK = '#111111';
const RULE = '#9a9a9a';

/** Frames of notices as manuals print them: red for WARNING, amber for CAUTION, a plain rule for NOTE. */
const FRAMES: Partial<Record<PagePart['kind'], { line: string; width: number; ground: string; label: string }>> = {
  warning: { line: '#c8102e', width: 2, ground: '#fdf3f3', label: '#b00d26' },
  caution: { line: '#f0a000', width: 2, ground: '#fff9ea', label: '#8a5a00' },
  note: { line: RULE, width: 0.7, ground: '#ffffff', label: INK },
};

interface Extent {
  top: number;
  bottom: number;
}

/** Draws a typeset page on white, each text in its box. */
export function drawPage(page: PlacedPage, width: number, maxPixels: number): Canvas {
  loadFonts();
  const scale = Math.min(width / page.width, Math.sqrt(maxPixels / (page.width * page.height)));
  const canvas = createCanvas(
    Math.max(1, Math.round(page.width * scale)),
    Math.max(1, Math.round(page.height * scale)),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fontKerning = 'none';
  new PagePainter(context, page).paint();
  return canvas;
}

export function loadFonts(): void {
  if (GlobalFonts.has(FAMILY)) return;
  GlobalFonts.registerFromPath(fontFile(false), FAMILY);
  GlobalFonts.registerFromPath(fontFile(true), BOLD_FAMILY);
}

class PagePainter {
  /** The next box: boxes and parts are in text order. */
  private next = 0;

  constructor(
    private readonly context: SKRSContext2D,
    private readonly page: PlacedPage,
  ) {}

  paint(): void {
    const parts = partsOf(this.page);
    let tableEnd = 0;
    parts.forEach((part, i) => {
      const boxes = this.boxesUpTo(part.end);
      if (boxes.length === 0) return;
      const extent = extentOf(boxes);
      if (FRAMES[part.kind]) this.frame(part, extent);
      if (part.kind === 'table_row') {
        if (i >= tableEnd) this.rule(extent.top - ROW_PADDING);
        tableEnd = endOfTable(parts, i);
        this.rule(extent.bottom + ROW_PADDING + 1);
      }
      this.text(part, boxes);
    });
  }

  private boxesUpTo(end: number): PageBox[] {
    const from = this.next;
    while (this.next < this.page.boxes.length && this.page.boxes[this.next]![0] < end) this.next += 1;
    return this.page.boxes.slice(from, this.next);
  }

  private frame({ kind }: PagePart, { top, bottom }: Extent): void {
    const { line, width, ground } = FRAMES[kind]!;
    const [x, y] = [SHEET.margin, top - FRAME_PADDING];
    const [across, down] = [this.page.width - 2 * SHEET.margin, bottom - top + 2 * FRAME_PADDING];
    this.context.fillStyle = ground;
    this.context.fillRect(x, y, across, down);
    this.context.strokeStyle = line;
    this.context.lineWidth = width;
    this.context.strokeRect(x, y, across, down);
  }

  private rule(y: number): void {
    this.context.fillStyle = RULE;
    this.context.fillRect(SHEET.margin, y, this.page.width - 2 * SHEET.margin, 0.6);
  }

  private text(part: PagePart, boxes: readonly PageBox[]): void {
    const bold = boldEnd(this.page.text, part);
    const label = FRAMES[part.kind]?.label ?? INK;
    for (const [start, end, x, y, width, height] of boxes) {
      const isBold = start < bold;
      this.context.fillStyle = isBold ? label : part.kind === 'running' ? '#666666' : INK;
      this.context.font = `${height}px "${isBold ? BOLD_FAMILY : FAMILY}"`;
      // Never wider than its box.
      this.context.fillText(this.page.text.slice(start, end), x, y + ASCENT * height, Math.max(1, width + 0.5));
    }
  }
}

function extentOf(boxes: readonly PageBox[]): Extent {
  let [top, bottom] = [Infinity, -Infinity];
  for (const [, , , y, , height] of boxes) {
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + height);
  }
  return { top, bottom };
}
