import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Caveat } from '../document/caveats.js';
import { hasSpacedCjk } from '../text/text-cleanup.js';
import { GlyphGrid } from './glyph-grid.js';
import { around } from './ink-shapes.js';
import type { Glyph, PageInk } from './ink.js';
import { MisplacedLines } from './misplaced-lines.js';
import { printedItem } from './printed-item.js';
import { faultsOf, type Fault } from './unseen-text.js';

/** Gap, in font sizes, that separates two characters. */
const GAP = 0.12;

/** Minimum share of the characters of a text found among the glyphs before any of it is omitted. */
const FOUND = 0.9;

/** Numbers that the parser may have joined across narrow columns. */
const NUMBERS = /^[\d.,]+(?: [\d.,]+)+$/;

const CAVEATS: Readonly<Record<Fault, Caveat | null>> = { again: null, unseen: 'unseen', struck: 'removed' };

/**
 * The text items of a page without text that is printed twice (as some programs make bold type), invisible or struck out. The parser joins
 * what is drawn in one place: `2525` for a bold 25. Rebuilds from glyphs: items with such characters, rows of numbers, wide-set scripts
 * without spaces, and lines in which the parser drops characters.
 */
export function readableItems(content: TextContent, ink: PageInk): { items: TextItem[]; caveats: Caveat[] } {
  const items = content.items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
  const grid = new GlyphGrid(ink.glyphs);
  const { faults, caveats: seen } = faultsOf(ink, grid);
  const caveats = new Set<Caveat>(seen);
  const kept: TextItem[] = [];
  const left = new Set<Glyph>();
  const blanks = new Map<Glyph, Glyph>();
  const keep = (glyph: Glyph): void => {
    const fault = faults.get(glyph);
    // Struck characters keep their space; otherwise a cell would seem to begin after them.
    if (!fault) left.add(glyph);
    else if (fault === 'struck') left.add(blanks.get(glyph) ?? blankOf(glyph, blanks));
    const caveat = fault && CAVEATS[fault];
    if (caveat) caveats.add(caveat);
  };
  const misplaced = new MisplacedLines(ink.glyphs, items, content.styles);
  if (misplaced.isAnyLeft) caveats.add('unmapped');
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
      caveats.add('struck');
    } else {
      glyphs.forEach(keep);
    }
  }
  const written = [...kept, ...toItems([...left].sort((a, b) => a.order - b.order))];
  const printed = written.map((item) => printedItem(item, ink.fonts.get(item.fontName)));
  if (items.some(({ fontName }) => ink.fonts.get(fontName)?.trust)) caveats.add('unmapped');
  return { items: printed, caveats: [...caveats] };
}

function blankOf(glyph: Glyph, blanks: Map<Glyph, Glyph>): Glyph {
  const blank = { ...glyph, text: ' ' };
  blanks.set(glyph, blank);
  return blank;
}

/** Glyphs at the position of an item, in its font. */
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

/** Glyphs in drawing order, as text items. */
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
