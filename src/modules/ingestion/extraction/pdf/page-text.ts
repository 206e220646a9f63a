import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Doubt } from '../doubts.js';
import { hasSpacedCjk } from '../text-cleanup.js';
import { GlyphGrid } from './glyph-grid.js';
import { around } from './ink-shapes.js';
import type { Glyph, PageInk } from './ink.js';
import { MisplacedLines } from './misplaced-lines.js';
import { printedItem } from './printed-item.js';
import { faultsOf, type Fault } from './unseen-text.js';

/** Gap in font sizes from which on two characters are not written together. */
const GAP = 0.12;

/** Share of the characters of a text that must be found among what is drawn before any of it is left out. */
const FOUND = 0.9;

/** Numbers that the parser has put together, of narrow columns perhaps. */
const NUMBERS = /^[\d.,]+(?: [\d.,]+)+$/;

const DOUBTS: Readonly<Record<Fault, Doubt | null>> = { again: null, unseen: 'unseen', struck: 'removed' };

/**
 * The text items of a page without what is printed a second time over itself (as some programs make text bold), is not
 * seen or is struck out. The parser makes one item of what is drawn in one place, `2525` of a bold 25: items that hold
 * such characters, rows of numbers, letters of scripts without spaces that are set wide, and lines in which it drops characters are rebuilt from the characters that are left.
 */
export function readableItems(content: TextContent, ink: PageInk): { items: TextItem[]; doubts: Doubt[] } {
  const items = content.items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
  const grid = new GlyphGrid(ink.glyphs);
  const { faults, doubts: seen } = faultsOf(ink, grid);
  const doubts = new Set<Doubt>(seen);
  const kept: TextItem[] = [];
  const left = new Set<Glyph>();
  const blanks = new Map<Glyph, Glyph>();
  const keep = (glyph: Glyph): void => {
    const fault = faults.get(glyph);
    // What is struck leaves its room, or a cell would seem to begin behind it.
    if (!fault) left.add(glyph);
    else if (fault === 'struck') left.add(blanks.get(glyph) ?? blankOf(glyph, blanks));
    const doubt = fault && DOUBTS[fault];
    if (doubt) doubts.add(doubt);
  };
  const misplaced = new MisplacedLines(ink.glyphs, items, content.styles);
  if (misplaced.isAnyLeft) doubts.add('unmapped');
  misplaced.glyphs.forEach(keep);
  for (const item of items) {
    if (misplaced.has(item)) continue;
    const isApart = NUMBERS.test(item.str) || hasSpacedCjk(item.str);
    const isVertical = content.styles[item.fontName]?.vertical === true;
    const glyphs = isVertical || (faults.size === 0 && !isApart) ? [] : glyphsOf(item, grid);
    const faulty = glyphs.flatMap((glyph) => faults.get(glyph) ?? []);
    if (faulty.length === 0 && !(isApart && isFound(item, glyphs))) {
      kept.push(item);
    } else if (!isFound(item, glyphs) || (item.dir === 'rtl' && faulty.length < glyphs.length)) {
      kept.push(item);
      doubts.add('struck');
    } else {
      glyphs.forEach(keep);
    }
  }
  const written = [...kept, ...toItems([...left].sort((a, b) => a.order - b.order))];
  const printed = written.map((item) => printedItem(item, ink.fonts.get(item.fontName)));
  if (items.some(({ fontName }) => ink.fonts.get(fontName)?.trust)) doubts.add('unmapped');
  return { items: printed, doubts: [...doubts] };
}

function blankOf(glyph: Glyph, blanks: Map<Glyph, Glyph>): Glyph {
  const blank = { ...glyph, text: ' ' };
  blanks.set(glyph, blank);
  return blank;
}

/** The characters drawn in the place of an item, in its font. */
function glyphsOf({ transform, width, fontName }: TextItem, grid: GlyphGrid): Glyph[] {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
  const length = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d) || 10;
  const [ux, uy] = [a / length, b / length];
  return grid
    .near(
      around([
        [x, y],
        [x + ux * width, y + uy * width],
      ]),
    )
    .filter((glyph) => {
      const along = (glyph.x - x) * ux + (glyph.y - y) * uy;
      const above = (glyph.y - y) * ux - (glyph.x - x) * uy;
      const isAlong = along >= -0.05 * size && along <= width + 0.05 * size - 0.5 * glyph.advance;
      return (
        glyph.font === fontName && isAlong && Math.abs(above) <= 0.2 * size && glyph.ux * ux + glyph.uy * uy > 0.95
      );
    });
}

function isFound({ str }: TextItem, glyphs: readonly Glyph[]): boolean {
  const found = glyphs.reduce((sum, { text }) => sum + text.length, 0);
  return found >= FOUND * str.replace(/\s/g, '').length;
}

/** Characters in the order in which they are drawn, as text items. */
export function toItems(glyphs: readonly Glyph[]): TextItem[] {
  const items: TextItem[] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const { text, x, y, ux, uy, size, advance, font } = glyph;
    const item = items.at(-1);
    if (item && last?.font === font && last.size === size && isNext(last, glyph)) {
      item.str += text;
      item.width = (x - (item.transform[4] as number)) * ux + (y - (item.transform[5] as number)) * uy + advance;
    } else {
      const transform = [ux * size, uy * size, -uy * size, ux * size, x, y];
      items.push({ str: text, dir: 'ltr', transform, width: advance, height: size, fontName: font, hasEOL: false });
    }
    last = glyph;
  }
  return items;
}

function isNext(last: Glyph, { x, y, ux, uy, size }: Glyph): boolean {
  const gap = (x - last.x) * ux + (y - last.y) * uy - last.advance;
  const above = (y - last.y) * ux - (x - last.x) * uy;
  return Math.abs(gap) <= GAP * size && Math.abs(above) <= 0.02 * size;
}
