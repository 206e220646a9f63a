import type { Word } from 'tesseract.js';
import { SURE_NUMBER } from './read-from-picture.js';
import type { ExtractedPage } from '../document/document.types.js';

const DIGIT = /\p{N}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Maximum lines named in a warning, and characters of each. */
const MAX_DOUBTS = 10;
const MAX_DOUBT_CHARACTERS = 100;

/** Whether a sign is next to a number and may be its sign, bound, tolerance or unit. */
export function isBesideNumber(words: readonly Pick<Word, 'text'>[], i: number): boolean {
  return [words[i - 1], words[i + 1]].some((word) => word !== undefined && DIGIT.test(word.text));
}

/** OCR confidence of words, 0–100: the mean by length, or the lowest of a number or adjacent sign. One misread digit changes a value. */
export function leastConfidence(words: readonly Pick<Word, 'text' | 'confidence'>[]): number {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  const isOfNumber = (word: Pick<Word, 'text'>, i: number): boolean =>
    DIGIT.test(word.text) || (!LETTER_OR_DIGIT.test(word.text) && isBesideNumber(words, i));
  const numbers = words.filter(isOfNumber).map(({ confidence }) => confidence);
  return toTenth(Math.min(characters === 0 ? 0 : weighted / characters, ...numbers));
}

/** Misreadings of ±, fractions and superscripts, which the model does not know: 40 = 2, 1%, 10° Pa. */
const SUSPECT = /\d\s*[+=£¢€§#&~*]\s*\d|(?<![\d.,])\d%|(?<!\d)10°(?!\s*[CFK])/;

/** Gap between two numbers, in font sizes, in which a sign may have been missed. */
const ROOM_FOR_SIGN = 0.9;

/** Confidence assigned to a number that is probably wrong. */
const PROBABLY_WRONG = 50;

/** `leastConfidence` of words on one line, reduced if they look like a misread number. */
export function phraseConfidence(words: readonly Word[], size: number): number {
  const isNumber = (word: Word | undefined): boolean => word !== undefined && DIGIT.test(word.text);
  const isTorn = words.some(
    (word, i) =>
      isNumber(word) && isNumber(words[i - 1]) && word.bbox.x0 - words[i - 1]!.bbox.x1 > ROOM_FOR_SIGN * size,
  );
  const isSuspect = isTorn || SUSPECT.test(words.map(({ text }) => text).join(' '));
  return Math.min(leastConfidence(words), isSuspect ? PROBABLY_WRONG : 100);
}

/** Confidence of a stretch of a page; null if its text comes from the file. */
export function readingConfidence(
  { text, layout }: Pick<ExtractedPage, 'text' | 'layout'>,
  start: number,
  end: number,
): number | null {
  const found = (layout?.boxes ?? []).flatMap((box) =>
    box.ocr_confidence !== undefined && box.end > start && box.start < end
      ? [{ confidence: box.ocr_confidence, text: text.slice(Math.max(start, box.start), Math.min(end, box.end)) }]
      : [],
  );
  return found.length === 0 ? null : leastConfidence(found);
}

/** Lines of a page with numbers, or signs next to them, of low confidence. */
export function doubtfulLines({ text, layout }: Pick<ExtractedPage, 'text' | 'layout'>): string[] {
  return (layout?.boxes ?? [])
    .filter((box) => (box.ocr_confidence ?? 100) < SURE_NUMBER)
    .map((box) => text.slice(box.start, box.end))
    .filter((line) => DIGIT.test(line))
    .slice(0, MAX_DOUBTS)
    .map((line) => line.slice(0, MAX_DOUBT_CHARACTERS).replace(/[\ud800-\udbff]$/, ''));
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
