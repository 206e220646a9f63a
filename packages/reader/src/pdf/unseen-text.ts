import type { Caveat } from '../document/caveats.js';
import { GlyphGrid } from './glyph-grid.js';
import { around, isWithin } from './ink-shapes.js';
import type { Glyph, PageInk, Rule } from './ink.js';
import { middleOf, paintedOver } from './painted-over.js';

/** Why a character is skipped: repeated; invisible (unless a text layer), or covered and replaced; or struck out. */
export type Fault = 'again' | 'unseen' | 'struck';

/** Distances in font sizes: of a repeated character, and of a strikeout from the ends of its text. */
const SAME_PLACE = 0.12;
const OVERHANG = 0.7;

/** Height of a strikeout above the baseline, its usual and its maximum thickness, in font sizes. */
const STRIKE = { from: 0.12, to: 0.5, thickness: 0.15, most: 0.3 };

/** Slopes of a crossing line, and its height above the baseline, in font sizes. */
const SLANT = { from: 0.03, to: 4, height: 0.6 };

const DASH = /^[-‐‑–—−_=~.·…|]$/;

/** Points. */
const MIN_STRIKE = 2;

/** Characters to skip. A line beyond the text (a tight border), too thick or slanted only makes them doubtful (`struck`). */
export function faultsOf(ink: PageInk, grid: GlyphGrid): { faults: Map<Glyph, Fault>; caveats: Caveat[] } {
  const faults = new Map<Glyph, Fault>();
  const caveats = new Set<Caveat>();
  for (const glyph of ink.glyphs) {
    if (glyph.inkless && !ink.pictures.some((picture) => isWithin(middleOf(glyph), picture)))
      faults.set(glyph, 'unseen');
  }
  const { replaced, isAnyLeft } = paintedOver(ink, grid);
  for (const glyph of replaced) faults.set(glyph, 'unseen');
  if (isAnyLeft) caveats.add('covered');
  for (const glyph of ink.glyphs) if (isPrintedAgain(glyph, grid, faults)) faults.set(glyph, 'again');
  for (const rule of ink.rules) {
    const struck = struckBy(rule, grid);
    if (struck === 'doubtful') caveats.add('struck');
    else for (const glyph of struck) if (!faults.has(glyph)) faults.set(glyph, 'struck');
  }
  return { faults, caveats: [...caveats] };
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

/** The characters that a line strikes out; empty if it is not a strikeout. */
function struckBy(rule: Rule, grid: GlyphGrid): readonly Glyph[] | 'doubtful' {
  const { from, to, thickness, isCertain } = rule;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < MIN_STRIKE) return [];
  const near = grid.near(around([from, to]));
  const through = near.filter((glyph) => {
    const { advance, size } = glyph;
    const { along, above } = endsSeenFrom(glyph, rule);
    const [low, high] = isCertain ? [0, 0.8] : [STRIKE.from, STRIKE.to];
    return (
      thickness <= STRIKE.most * size &&
      Math.min(...along) <= 0.5 * advance &&
      Math.max(...along) >= 0.5 * advance &&
      above.every((height) => height >= low && height <= high)
    );
  });
  // A dash is a line itself.
  if (through.every(({ text }) => DASH.test(text))) return isCrossed(near, rule) ? 'doubtful' : [];
  const size = Math.max(...through.map((glyph) => glyph.size));
  if (thickness > STRIKE.thickness * size) return 'doubtful';
  if (!isCertain && length - widthOf(through) > 2 * OVERHANG * size) return 'doubtful';
  return isPartOfWord(through, grid) ? 'doubtful' : through;
}

/** Whether a slanted line, such as half of a cross, runs through several characters. */
function isCrossed(near: readonly Glyph[], rule: Rule): boolean {
  const crossed = near.filter((glyph) => {
    const { along, above } = endsSeenFrom(glyph, rule);
    const [run, rise] = [along[1] - along[0], (above[1] - above[0]) * glyph.size];
    const slope = Math.abs(rise / run);
    if (!(slope >= SLANT.from && slope <= SLANT.to) || DASH.test(glyph.text)) return false;
    const middle = 0.5 * glyph.advance;
    if (Math.min(...along) > middle || Math.max(...along) < middle) return false;
    const height = above[0] + ((middle - along[0]) / run) * (above[1] - above[0]);
    return height >= 0 && height <= SLANT.height;
  });
  return crossed.length >= 2;
}

/** Ends of a line: in points along the baseline of a character, in font sizes above it. */
function endsSeenFrom({ x, y, ux, uy, size }: Glyph, { from, to }: Rule): Record<'along' | 'above', [number, number]> {
  const along = (end: Rule['from']): number => (end[0] - x) * ux + (end[1] - y) * uy;
  const above = (end: Rule['from']): number => ((end[1] - y) * ux - (end[0] - x) * uy) / size;
  return { along: [along(from), along(to)], above: [above(from), above(to)] };
}

/** Whether a word or number continues beyond these characters: a partial strike is inconclusive. */
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
