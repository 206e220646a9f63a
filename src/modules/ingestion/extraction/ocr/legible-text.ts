import type { Block, Line, Word } from 'tesseract.js';
import { isBesideNumber } from './reading-confidence.js';

/** Lines of a page that somebody wrote, not specks and hatching, and how sure their reading is. */
export interface LegibleText {
  lines: Line[];
  /** 0–100: mean of the words by length. 0 when there is no line. */
  confidence: number;
  /** Characters in words that were surely read: tells which way up a page stands. */
  sure_characters: number;
  /** The same of lines that run down or up the page, which are not among `lines`. */
  sideways_characters: number;
}

/** From this confidence on a word was surely read. */
const SURE = 60;

/** Share of the characters of a page that must be surely read; of noise hardly any are. */
const MIN_SURE_SHARE = 0.3;

/** Signs alone at the ends of a line, read from rules and specks, are kept from this confidence on. */
const SURE_SIGN = 80;

/** What specks and rules are read as: at the end of a line they say nothing of the number beside them. */
const SPECKS = /^[.,:;`´·•_|¦]+$/;

/**
 * What of a reading is text. A line counts when one word of it is sure, or one character very much so; its other words are kept, however unsure, and so
 * are the signs between them and beside its numbers: a reader would rather check a misread "±" than miss it. A page of
 * which little is sure holds no text at all.
 */
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

/** The words of a line, without what stands at its ends and is no sign of anything. */
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

/** A cell of one digit or letter may stand on a line of its own. Where nothing else is sure it is a speck. */
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
