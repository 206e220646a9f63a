import type { FontTrust } from './font-trust.js';
import type { Area } from './ink-shapes.js';

/** One character as it is drawn: where on its baseline it begins, and the unit vector of its direction. */
export interface Glyph {
  text: string;
  x: number;
  y: number;
  ux: number;
  uy: number;
  advance: number;
  size: number;
  /** As text items name it. */
  font: string;
  /** Drawn with no ink: text rendering mode 3 or 7 (ISO 32000-2, table 104), or fully transparent. */
  inkless: boolean;
  /** Position among all that is drawn. */
  order: number;
}

/** One character of a font as the parser tells it, its width in units of the font. */
export interface GlyphOfFont {
  unicode: string;
  width: number;
  isSpace: boolean;
  originalCharCode: number;
}

/** A straight line, or a rectangle as thin as one. */
export interface Rule {
  from: readonly [number, number];
  to: readonly [number, number];
  thickness: number;
  /** Whether the file says that it strikes text out. */
  isCertain?: true;
}

/** A rectangle filled with opaque colour, as far as the clip lets it be painted. */
export interface Fill {
  area: Area;
  order: number;
}

/** What a page draws, as far as it bears on its text. */
export interface PageInk {
  glyphs: Glyph[];
  rules: Rule[];
  fills: Fill[];
  /** Where pictures lie: the parser leaves them out, but not the place made for them. */
  pictures: Area[];
  /** Fonts as text items name them. */
  fonts: Map<string, DrawnFont>;
  /** Annotations that the page shows, by their identifiers. */
  overlays: Map<string, Overlay>;
}

/** A font by its own name, and what is in doubt about its characters. */
export interface DrawnFont {
  name: string;
  trust: FontTrust | null;
}

/** What an annotation draws over the page: its characters, and whether there is anything else. */
export interface Overlay {
  glyphs: Glyph[];
  isDrawn: boolean;
}
