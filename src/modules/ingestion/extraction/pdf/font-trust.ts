import type { GlyphOfFont } from './ink.js';

/** What the parser tells of a font, as far as it says which characters its codes stand for (ISO 32000-2, 9.10). */
export interface FontFacts {
  name?: string;
  fontMatrix?: number[];
  /** Characters by code; of a font that names none, the range in which code and character are taken to be the same. */
  toUnicode?: { _map?: Readonly<Record<number, string | undefined>>; firstChar?: number };
  /** Names of glyphs by code, as the file itself gives them. */
  differences?: Readonly<Record<number, string | undefined>>;
}

/**
 * How far the characters of a font can be believed: `guessed` where some have only the code as their character or are
 * named as another digit than they are read as, `unreadable` where nothing names them and the codes are no characters.
 */
export type FontTrust = 'guessed' | 'unreadable';

const DIGIT_NAMES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Control characters, private use and what Unicode has not assigned: codes of glyphs rather than characters. */
export const NO_CHARACTER = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}]/u;

/** What a character of a font says of the font; null where there is no doubt. */
export function trustOf(font: FontFacts | null, { unicode, originalCharCode: code }: GlyphOfFont): FontTrust | null {
  const map = font?.toUnicode;
  if (!map || /^\s*$/.test(unicode)) return null;
  if (map.firstChar !== undefined) return NO_CHARACTER.test(unicode) ? 'unreadable' : 'guessed';
  if (map._map && !map._map[code]) return 'guessed';
  const named = DIGIT_NAMES.indexOf(font.differences?.[code] ?? '');
  return named >= 0 && /^\d$/.test(unicode) && Number(unicode) !== named ? 'guessed' : null;
}
