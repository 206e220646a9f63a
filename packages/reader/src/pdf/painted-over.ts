import type { GlyphGrid } from './glyph-grid.js';
import { isWithin } from './ink-shapes.js';
import type { Glyph, PageInk } from './ink.js';

/** Maximum gap within a line, and vertical distance of equal baselines, in font sizes. */
const WORD_GAP = 1.5;
const SAME_LINE = 0.2;

/** Covered characters with later replacements. Those without are kept: the fill might be transparent, and a step must not be lost. */
export function paintedOver(ink: PageInk, grid: GlyphGrid): { replaced: Set<Glyph>; isAnyLeft: boolean } {
  const replaced = new Set<Glyph>();
  const left = new Set<Glyph>();
  const first = ink.glyphs[0]?.order ?? Infinity;
  for (const { area, order } of ink.fills) {
    if (order < first) continue;
    const covered = grid.near(area).filter((glyph) => glyph.order < order && isWithin(middleOf(glyph), area));
    for (const piece of piecesOf(covered)) {
      const isAnew = piece.some((glyph) => isDrawnOver(glyph, order, grid));
      for (const glyph of piece) (isAnew ? replaced : left).add(glyph);
    }
  }
  return { replaced, isAnyLeft: [...left].some((glyph) => !replaced.has(glyph)) };
}

export function middleOf({ x, y, ux, uy, advance, size }: Glyph): [number, number] {
  return [x + (ux * advance) / 2 - uy * 0.3 * size, y + (uy * advance) / 2 + ux * 0.3 * size];
}

/** Characters of one line without wide gaps. */
function piecesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const lines: Glyph[][] = [];
  const heightOf = ({ x, y, ux, uy }: Glyph): number => y * ux - x * uy;
  const placeOf = ({ x, y, ux, uy }: Glyph): number => x * ux + y * uy;
  for (const glyph of [...glyphs].sort((a, b) => heightOf(a) - heightOf(b))) {
    const last = lines.at(-1)?.at(-1);
    const isSame = last && heightOf(glyph) - heightOf(last) <= SAME_LINE * glyph.size && glyph.ux === last.ux;
    if (isSame) lines.at(-1)!.push(glyph);
    else lines.push([glyph]);
  }
  return lines.flatMap((line) => {
    const pieces: Glyph[][] = [];
    let end = -Infinity;
    for (const glyph of line.sort((a, b) => placeOf(a) - placeOf(b))) {
      if (placeOf(glyph) - end <= WORD_GAP * glyph.size) pieces.at(-1)!.push(glyph);
      else pieces.push([glyph]);
      end = Math.max(end, placeOf(glyph) + glyph.advance);
    }
    return pieces;
  });
}

/** Whether a later character is at the position of this one. */
function isDrawnOver({ x, y, ux, uy, size, advance }: Glyph, order: number, grid: GlyphGrid): boolean {
  return grid.some(x, y, 2 * size, (other) => {
    if (other.order < order || other.inkless) return false;
    const along = (other.x - x) * ux + (other.y - y) * uy;
    const above = (other.y - y) * ux - (other.x - x) * uy;
    const shared = Math.min(advance, along + other.advance) - Math.max(0, along);
    return Math.abs(above) <= 0.5 * size && shared > 0.2 * Math.min(advance, other.advance);
  });
}
