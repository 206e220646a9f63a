import type { Area } from './ink-shapes.js';
import type { Glyph } from './ink.js';

/** Side of a cell, in points. */
const CELL = 12;

/** Maximum cells of a search; larger areas lie far outside of the page. */
const MAX_CELLS = 20_000;

export class GlyphGrid {
  private readonly cells = new Map<number, Glyph[]>();

  constructor(glyphs: readonly Glyph[]) {
    for (const glyph of glyphs) {
      const key = keyOf(Math.floor(glyph.x / CELL), Math.floor(glyph.y / CELL));
      const cell = this.cells.get(key);
      if (cell) cell.push(glyph);
      else this.cells.set(key, [glyph]);
    }
  }

  /** Whether a glyph that begins within `reach` of a place satisfies the condition. */
  some(x: number, y: number, reach: number, isAsked: (glyph: Glyph) => boolean): boolean {
    const [to, high] = [Math.floor((x + reach) / CELL), Math.floor((y + reach) / CELL)];
    for (let column = Math.floor((x - reach) / CELL); column <= to; column += 1) {
      for (let row = Math.floor((y - reach) / CELL); row <= high; row += 1) {
        if (this.cells.get(keyOf(column, row))?.some(isAsked)) return true;
      }
    }
    return false;
  }

  /** Glyphs that begin within `reach` points of the area, and possibly some beyond. */
  near([left, bottom, right, top]: Area, reach = 1.5 * CELL): Glyph[] {
    const [from, to] = [Math.floor((left - reach) / CELL), Math.floor((right + reach) / CELL)];
    const [low, high] = [Math.floor((bottom - reach) / CELL), Math.floor((top + reach) / CELL)];
    const found: Glyph[] = [];
    if (!((to - from + 1) * (high - low + 1) <= MAX_CELLS)) return found;
    for (let x = from; x <= to; x += 1) {
      for (let y = low; y <= high; y += 1) found.push(...(this.cells.get(keyOf(x, y)) ?? []));
    }
    return found;
  }
}

function keyOf(x: number, y: number): number {
  return x * 0x10000 + y;
}
