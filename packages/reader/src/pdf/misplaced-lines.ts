import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Glyph } from './ink.js';

/** Width, in font sizes, of a character that shifts the text after it. */
const ROOM = 0.05;

/** Vertical distance of a character from its line, in font sizes and in points. */
const OFF_LINE = 0.6;
const MAX_OFF_LINE = 50;

/** Number of directions in a full turn. */
const DIRECTIONS = 36;

/** Lines with a character without width in pdf.js: format characters, soft hyphens, combining marks. They are read from glyphs instead. */
export class MisplacedLines {
  /** The characters of these lines. */
  readonly glyphs: readonly Glyph[];
  /** Whether a line remains whose order differs from that of its glyphs. */
  readonly isAnyLeft: boolean;
  private readonly lines = new Set<string>();

  constructor(glyphs: readonly Glyph[], items: readonly TextItem[], styles: TextContent['styles']) {
    for (const glyph of glyphs) if (isMisplaced(glyph)) for (const line of linesAround(glyph)) this.lines.add(line);
    const isOrdered = ({ dir, fontName }: TextItem): boolean => dir === 'ltr' && styles[fontName]?.vertical !== true;
    const disordered = items.filter((item) => !isOrdered(item) && this.has(item));
    this.isAnyLeft = disordered.length > 0;
    for (const item of disordered) for (const line of linesAround(placeOf(item))) this.lines.delete(line);
    this.glyphs = this.lines.size === 0 ? [] : glyphs.filter((glyph) => this.lines.has(lineOf(glyph)));
  }

  has(item: TextItem): boolean {
    return this.lines.size > 0 && this.lines.has(lineOf(placeOf(item)));
  }
}

type Place = Pick<Glyph, 'x' | 'y' | 'ux' | 'uy' | 'size'>;

function isMisplaced({ text, advance, size }: Glyph): boolean {
  return advance > ROOM * size && /^\s\S|\p{Mn}|\p{Cf}$/u.test(text);
}

function placeOf({ transform }: TextItem): Place {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
  const length = Math.hypot(a, b) || 1;
  return { x, y, ux: a / length, uy: b / length, size: Math.hypot(c, d) };
}

function lineOf(place: Place, above = 0): string {
  const { x, y, ux, uy } = place;
  const direction = Math.round((Math.atan2(uy, ux) / (2 * Math.PI)) * DIRECTIONS + DIRECTIONS) % DIRECTIONS;
  return `${direction} ${Math.round(y * ux - x * uy + above)}`;
}

function linesAround(place: Place): string[] {
  const reach = Math.min(Math.ceil(OFF_LINE * place.size), MAX_OFF_LINE);
  return Array.from({ length: 2 * reach + 1 }, (_, i) => lineOf(place, i - reach));
}
