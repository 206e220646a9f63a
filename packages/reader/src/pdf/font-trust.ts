import type { GlyphOfFont } from './ink.js';

/** What pdf.js knows about a font and the characters of its codes (ISO 32000-2, 9.10). */
export interface FontFacts {
  name?: string;
  fontMatrix?: number[];
  /** Characters by code; for a font without names, the range in which code and character are assumed to be equal. */
  toUnicode?: { _map?: Readonly<Record<number, string | undefined>>; firstChar?: number };
  differences?: Readonly<Record<number, string | undefined>>;
}

/** Reliability of a font. `guessed`: some characters are only their code or named as another digit. `unreadable`: no names at all. */
export type FontTrust = 'guessed' | 'unreadable';

const DIGIT_NAMES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Control, private use and unassigned characters: codes of glyphs rather than text. */
export const NO_CHARACTER = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}]/u;

/** What a character implies about its font; null if it is reliable. */
export function trustOf(font: FontFacts | null, { unicode, originalCharCode: code }: GlyphOfFont): FontTrust | null {
  const map = font?.toUnicode;
  if (!map || /^\s*$/.test(unicode)) return null;
  if (map.firstChar !== undefined) return NO_CHARACTER.test(unicode) ? 'unreadable' : 'guessed';
  if (map._map && !map._map[code]) return 'guessed';
  const named = DIGIT_NAMES.indexOf(font.differences?.[code] ?? '');
  return named >= 0 && /^\d$/.test(unicode) && Number(unicode) !== named ? 'guessed' : null;
}
