import type { FontTrust } from './font-trust.js';
import type { Area } from './ink-shapes.js';

/** A drawn character: its origin on the baseline, and the unit vector of its direction. */
export interface Glyph {
  text: string;
  x: number;
  y: number;
  ux: number;
  uy: number;
  advance: number;
  size: number;
  /** Identifier in text items. */
  font: string;
  /** Drawn with no ink: text rendering mode 3 or 7 (ISO 32000-2, table 104), or fully transparent. */
  inkless: boolean;
  /** Position in the drawing order of the page. */
  order: number;
}

/** A character of a font, with its width in units of the font. */
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
  /** Whether the file marks it as strikeout. */
  isCertain?: true;
}

/** A rectangle filled with an opaque color, reduced to the clip. */
export interface Fill {
  area: Area;
  order: number;
}

export interface PageInk {
  glyphs: Glyph[];
  rules: Rule[];
  fills: Fill[];
  /** Positions of pictures, which the parser itself omits. */
  pictures: Area[];
  /** Fonts by their identifier in text items. */
  fonts: Map<string, DrawnFont>;
  /** Visible annotations by identifier. */
  overlays: Map<string, Overlay>;
}

/** A font with its own name, and doubts about its characters. */
export interface DrawnFont {
  name: string;
  trust: FontTrust | null;
}

/** Drawing of an annotation: its characters, and whether there is anything else. */
export interface Overlay {
  glyphs: Glyph[];
  isDrawn: boolean;
}
