import { GlyphGrid } from './glyph-grid.js';
import { around, isWithin } from './ink-shapes.js';
import type { Glyph, PageInk, Rule } from './ink.js';

/**
 * Why a character is not read: printed once more over itself; not to be seen, without ink where no picture is that it
 * could be the text of, or painted over; or struck out.
 */
export type Fault = 'again' | 'unseen' | 'struck';

/** Distances in font sizes: of a character printed again, and of a line that strikes a text from its ends. */
const SAME_PLACE = 0.12;
const OVERHANG = 0.7;

/** Where above the baseline a line strikes letters and digits, and how thick it may be, in font sizes. */
const STRIKE = { from: 0.12, to: 0.5, thickness: 0.15 };

/** Points. */
const MIN_STRIKE = 2;

/**
 * Which characters of a page are not for reading. `doubtful` tells that a line runs through text and on beyond it, as
 * borders do that are drawn too tight.
 */
export function faultsOf(ink: PageInk, grid: GlyphGrid): { faults: Map<Glyph, Fault>; doubtful: boolean } {
  const faults = new Map<Glyph, Fault>();
  for (const glyph of ink.glyphs) {
    if (glyph.inkless && !ink.pictures.some((picture) => isWithin(middleOf(glyph), picture)))
      faults.set(glyph, 'unseen');
  }
  const first = ink.glyphs[0]?.order ?? Infinity;
  for (const { area, order } of ink.fills) {
    if (order < first) continue;
    for (const glyph of grid.near(area)) {
      if (glyph.order < order && isWithin(middleOf(glyph), area)) faults.set(glyph, 'unseen');
    }
  }
  for (const glyph of ink.glyphs) if (isPrintedAgain(glyph, grid, faults)) faults.set(glyph, 'again');
  let doubtful = false;
  for (const rule of ink.rules) {
    const struck = struckBy(rule, grid);
    if (struck === 'doubtful') doubtful = true;
    else for (const glyph of struck) if (!faults.has(glyph)) faults.set(glyph, 'struck');
  }
  return { faults, doubtful };
}

/** Whether the same character was drawn here before. */
function isPrintedAgain(glyph: Glyph, grid: GlyphGrid, faults: ReadonlyMap<Glyph, Fault>): boolean {
  const { text, x, y, size, order } = glyph;
  const reach = Math.min(SAME_PLACE * size, 0.6 * glyph.advance);
  return grid.some(x, y, reach, (other) => {
    if (other.text !== text || other.order >= order || Math.abs(other.size - size) > 0.1 * size) return false;
    return Math.hypot(other.x - x, other.y - y) <= reach && faults.get(other) !== 'unseen';
  });
}

/** The characters that a line strikes out; none where it is no such line. */
function struckBy({ from, to, thickness, isCertain }: Rule, grid: GlyphGrid): readonly Glyph[] | 'doubtful' {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < MIN_STRIKE) return [];
  const through = grid.near(around([from, to])).filter((glyph) => {
    const { x, y, ux, uy, advance, size } = glyph;
    const along = [from, to].map((end) => (end[0] - x) * ux + (end[1] - y) * uy);
    const above = [from, to].map((end) => ((end[1] - y) * ux - (end[0] - x) * uy) / size);
    const [low, high] = isCertain ? [0, 0.8] : [STRIKE.from, STRIKE.to];
    return (
      thickness <= STRIKE.thickness * size &&
      Math.min(...along) <= 0.5 * advance &&
      Math.max(...along) >= 0.5 * advance &&
      above.every((height) => height >= low && height <= high)
    );
  });
  // A dash is a line itself.
  if (through.every(({ text }) => /^[-‐‑–—−_=~.·…|]$/.test(text))) return [];
  const size = Math.max(...through.map((glyph) => glyph.size));
  if (!isCertain && length - widthOf(through) > 2 * OVERHANG * size) return 'doubtful';
  return isPartOfWord(through, grid) ? 'doubtful' : through;
}

/** Whether a word or number goes on before or behind these characters: less than all of it tells nothing. */
function isPartOfWord(struck: readonly Glyph[], grid: GlyphGrid): boolean {
  const inside = new Set(struck);
  return struck.some((glyph) => {
    const { x, y, ux, uy, size } = glyph;
    return grid.near([x, y, x, y]).some((other) => {
      const along = (other.x - x) * ux + (other.y - y) * uy;
      const above = (other.y - y) * ux - (other.x - x) * uy;
      const gap = along > 0 ? along - glyph.advance : -along - other.advance;
      const isWord = /[\p{L}\p{N}]/u.test(other.text) && /[\p{L}\p{N}]/u.test(glyph.text);
      return !inside.has(other) && isWord && Math.abs(above) < 0.1 * size && Math.abs(gap) < 0.12 * size;
    });
  });
}

/** From the first character to the end of the last. */
function widthOf(glyphs: readonly Glyph[]): number {
  const { ux, uy } = glyphs[0]!;
  const starts = glyphs.map(({ x, y }) => x * ux + y * uy);
  const ends = starts.map((start, i) => start + glyphs[i]!.advance);
  return Math.max(...ends) - Math.min(...starts);
}

function middleOf({ x, y, ux, uy, advance, size }: Glyph): [number, number] {
  return [x + (ux * advance) / 2 - uy * 0.3 * size, y + (uy * advance) / 2 + ux * 0.3 * size];
}
