import type { Block, Line, Word } from 'tesseract.js';
import { isBesideNumber } from './reading-confidence.js';

/** Legible lines of a page, without specks and hatching, and the confidence of their reading. */
export interface LegibleText {
  lines: Line[];
  /** 0–100: mean of the words by length. 0 when there is no line. */
  confidence: number;
  /** Characters in reliable words: tells the orientation of a page. */
  sure_characters: number;
  /** The same for vertical lines, which are not in `lines`. */
  sideways_characters: number;
}

/** Minimum confidence of a reliable word. */
const SURE = 60;

/** Minimum share of reliable characters; noise has hardly any. */
const MIN_SURE_SHARE = 0.3;

/** Minimum confidence of single signs at the ends of a line, which may be rules or specks. */
const SURE_SIGN = 80;

/** Readings of specks and rules. At the end of a line they do not belong to a number. */
const SPECKS = /^[.,:;`´·•_|¦]+$/;

/** A line counts if a word of it is reliable. Its other words are kept: a misread "±" is better than none. Few such words: no text. */
export function legibleText(blocks: readonly Block[]): LegibleText {
  const found = blocks
    .flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
    .map((line) => ({ ...line, words: withoutSpecks(line.words) }))
    .filter((line) => line.words.some((word) => isSure(word) || isSureCharacter(word)));
  const lines = found.filter((line) => !isSideways(line));
  const sideways_characters = sureCharacters(found.filter(isSideways));
  const words = lines.flatMap((line) => line.words);
  const characters = charactersOf(words);
  const sure_characters = sureCharacters(lines);
  if (sure_characters === 0 || sure_characters < MIN_SURE_SHARE * characters)
    return { lines: [], confidence: 0, sure_characters: 0, sideways_characters };
  const weighted = words.reduce((sum, word) => sum + word.confidence * word.text.length, 0);
  return { lines, confidence: weighted / characters, sure_characters, sideways_characters };
}

function withoutSpecks(line: readonly Word[]): Word[] {
  const words = line.filter(({ text }) => text.trim() !== '');
  const isWord = ({ text }: Word): boolean => /[\p{L}\p{N}]/u.test(text);
  const [first, last] = [words.findIndex(isWord), words.findLastIndex(isWord)];
  return words.filter(
    (word, i) =>
      (i >= first && i <= last) ||
      word.confidence >= SURE_SIGN ||
      (isBesideNumber(words, i) && !SPECKS.test(word.text)),
  );
}

function isSure({ text, confidence }: Word): boolean {
  return confidence >= SURE && /[\p{L}\p{N}]{2}/u.test(text);
}

/** A table cell of one digit or letter may be a separate line. If nothing else is sure, it is a speck. */
function isSureCharacter({ text, confidence }: Word): boolean {
  return confidence >= SURE_SIGN && /^[^\p{L}\p{N}]?[\p{L}\p{N}][^\p{L}\p{N}]?$/u.test(text);
}

/** Tesseract reads such lines too, but it does not say in which direction they run. */
function isSideways({ bbox, words }: Line): boolean {
  return bbox.y1 - bbox.y0 > 2 * (bbox.x1 - bbox.x0) && charactersOf(words) > 2;
}

function sureCharacters(lines: readonly Line[]): number {
  return charactersOf(lines.flatMap((line) => line.words.filter(isSure)));
}

function charactersOf(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0);
}
