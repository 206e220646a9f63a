import { splitQuery } from '../identifiers.js';
import { analyzeTerms, isStopWord } from './text-analysis.js';
export interface ParsedQuery {
  words: string[];
  surface: string[];
  phrases: string[][];
  excluded: string[][];
  identifiers: string[];
  excludedIdentifiers: string[];
}
export function parseQuery(text: string): ParsedQuery {
  const { identifiers, words } = splitQuery(text);
  const all = analyzeTerms(words);
  const content = all.filter((w) => !isStopWord(w));
  const used = content.length > 0 ? content : all;
  return { words: used, surface: used, phrases: [], excluded: [], identifiers, excludedIdentifiers: [] };
}
