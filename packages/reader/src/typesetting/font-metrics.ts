import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Characters of full width in East Asian fonts. */
const FULL_WIDTH = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Widths of characters that the font lacks, in font sizes. */
const FULL_SQUARE = 1;
const OTHER_WIDTH = 0.6;

/**
 * Liberation Sans, which pdfjs-dist brings along (SIL Open Font License 1.1). Of the same widths as Arial; Latin, Greek,
 * Cyrillic and Hebrew.
 */
export function fontFile(bold: boolean): string {
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return path.join(folder, 'standard_fonts', `LiberationSans-${bold ? 'Bold' : 'Regular'}.ttf`);
}

/** Character widths of a TrueType font (ISO/IEC 14496-22), without kerning. Read from the file, so lines break equally on all machines. */
export class FontMetrics {
  private static readonly loaded = new Map<boolean, FontMetrics>();
  /** Advance by code unit, in font sizes; NaN until computed. */
  private readonly advances = new Float64Array(0x10000).fill(NaN);
  private readonly tables = new Map<string, number>();
  private readonly cmap: number;

  private constructor(private readonly font: Buffer) {
    for (let i = 0, at = 12; i < font.readUInt16BE(4); i += 1, at += 16)
      this.tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
    this.cmap = this.unicodeTable();
  }

  static of(bold: boolean): FontMetrics {
    const known = FontMetrics.loaded.get(bold);
    if (known) return known;
    const metrics = new FontMetrics(readFileSync(fontFile(bold)));
    FontMetrics.loaded.set(bold, metrics);
    return metrics;
  }

  /** Width of a text set at size 1. */
  widthOf(text: string): number {
    let width = 0;
    for (let i = 0; i < text.length; i += 1) width += this.advanceOf(text.charCodeAt(i));
    return width;
  }

  /** Whether the font can draw a character of the basic plane. */
  has(code: number): boolean {
    return this.glyphOf(code) !== 0;
  }

  private advanceOf(code: number): number {
    const known = this.advances[code]!;
    if (!Number.isNaN(known)) return known;
    const glyph = this.glyphOf(code);
    const advance = glyph === 0 ? widthWithoutGlyph(code) : this.glyphAdvance(glyph);
    this.advances[code] = advance;
    return advance;
  }

  private glyphAdvance(glyph: number): number {
    const unitsPerEm = this.font.readUInt16BE(this.table('head') + 18);
    // Glyphs after the last metric share it.
    const last = this.font.readUInt16BE(this.table('hhea') + 34) - 1;
    return this.font.readUInt16BE(this.table('hmtx') + 4 * Math.min(glyph, last)) / unitsPerEm;
  }

  private glyphOf(code: number): number {
    const { font, cmap } = this;
    const segments = font.readUInt16BE(cmap + 6);
    for (let at = 0; at < segments; at += 2) {
      if (font.readUInt16BE(cmap + 14 + at) < code) continue;
      const start = font.readUInt16BE(cmap + 16 + segments + at);
      if (start > code) return 0;
      const delta = font.readUInt16BE(cmap + 16 + 2 * segments + at);
      const rangeAt = cmap + 16 + 3 * segments + at;
      const range = font.readUInt16BE(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = font.readUInt16BE(rangeAt + range + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  }

  /** The subtable for Windows, Unicode's basic plane. */
  private unicodeTable(): number {
    const cmap = this.table('cmap');
    for (let i = 0; i < this.font.readUInt16BE(cmap + 2); i += 1) {
      const at = cmap + 4 + 8 * i;
      const isUnicode = this.font.readUInt16BE(at) === 3 && this.font.readUInt16BE(at + 2) === 1;
      const subtable = cmap + this.font.readUInt32BE(at + 4);
      if (isUnicode && this.font.readUInt16BE(subtable) === 4) return subtable;
    }
    throw new Error('a font without a table of Unicode characters');
  }

  private table(name: string): number {
    const offset = this.tables.get(name);
    if (offset === undefined) throw new Error(`a font without ${name}`);
    return offset;
  }
}

function widthWithoutGlyph(code: number): number {
  // A surrogate pair makes up one square.
  if (code >= 0xd800 && code <= 0xdfff) return FULL_SQUARE / 2;
  return FULL_WIDTH.test(String.fromCharCode(code)) ? FULL_SQUARE : OTHER_WIDTH;
}
