import { AVIATION_ABBREVIATIONS } from './aviation-abbreviations.js';
import { ATA_CHAPTERS, BROADER_TERMS, SAME_THINGS, SIMILAR_WORDS } from './aviation-terms.js';
import { readSynonymEntry } from './synonym-entry.js';
import { SynonymTable } from './synonym-table.js';
import { analyzeTerms } from '../terms/text-analysis.js';

const WEIGHT = { same: 0.8, broader: 0.5, ambiguous: 0.4, similar: 0.3 } as const;

let table: SynonymTable | undefined;

/** Abbreviations and terms of the trade. Built at the first call. */
export function builtInSynonyms(): SynonymTable {
  return (table ??= build());
}

function build(): SynonymTable {
  const built = new SynonymTable();
  addAbbreviations(built);
  addEntries(built, SAME_THINGS, WEIGHT.same);
  addEntries(built, BROADER_TERMS, WEIGHT.broader);
  addEntries(built, SIMILAR_WORDS, WEIGHT.similar);
  addChapters(built);
  return built;
}

/** An ambiguous abbreviation counts only in capitals. As a synonym of its meaning it has a lower weight. */
function addAbbreviations(built: SynonymTable): void {
  for (const entry of entriesOf(AVIATION_ABBREVIATIONS).filter((line) => line.includes(':'))) {
    const [written, meanings] = entry.split(':') as [string, string];
    const ambiguous = written.startsWith('!');
    const short = analyzeTerms(written);
    for (const meaning of meanings.split('|').map(analyzeTerms)) {
      built.add(short, { terms: meaning, weight: WEIGHT.same, capitals: ambiguous });
      built.add(meaning, { terms: short, weight: ambiguous ? WEIGHT.ambiguous : WEIGHT.same, capitals: false });
    }
  }
}

function addEntries(built: SynonymTable, text: string, weight: number): void {
  for (const line of entriesOf(text)) {
    const entry = readSynonymEntry(line);
    if ('issue' in entry) throw new Error(`${line}: ${entry.issue}`);
    const alternatives = entry.to.map((terms) => ({ terms, weight, capitals: false }));
    for (const span of entry.from) built.add(span, ...alternatives);
  }
}

/** `ATA 32` and `chapter 32` find landing gear. Names of two or more words also find `ATA 32`. */
function addChapters(built: SynonymTable): void {
  for (const [number, names] of Object.entries(ATA_CHAPTERS)) {
    const digits = number.padStart(2, '0');
    for (const terms of names.split(',').map(analyzeTerms)) {
      for (const word of ['ata', 'chapter']) {
        built.add([word, digits], { terms, weight: WEIGHT.broader, capitals: false });
        built.add([word, number], { terms, weight: WEIGHT.broader, capitals: false });
      }
      if (terms.length > 1) built.add(terms, { terms: ['ata', digits], weight: WEIGHT.similar, capitals: false });
    }
  }
}

/** Semicolons separate entries. A line that starts with digits is a heading. */
function entriesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^\d/.test(line))
    .flatMap((line) => line.split(';'))
    .map((entry) => entry.trim());
}
