import type { Line, Word } from 'tesseract.js';

/**
 * The lines of one reading of a page, and behind them what only another reading of it found: words in places where the first
 * has none.
 */
export function withMissed(lines: readonly Line[], others: readonly Line[]): Line[] {
  const found = lines.flatMap((line) => line.words);
  const missed = others
    .map((line) => ({ ...line, words: line.words.filter((word) => !found.some((one) => overlaps(one, word))) }))
    .filter((line) => line.words.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  return [...lines, ...missed];
}

function overlaps({ bbox: a }: Word, { bbox: b }: Word): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
