import { readLines, writeLines, type FileEntry } from './snapshot-file.js';
import type { Vocabulary } from '../segments/vocabulary.js';

/** The terms and words added between two numbers. */
export interface VocabularyEntry extends FileEntry {
  terms: [from: number, to: number];
  words: [from: number, to: number];
}

/** Terms and words have letters and digits only, so tabs and line breaks separate them. */
export function writeVocabulary(
  folder: string,
  name: string,
  vocabulary: Vocabulary,
  after: VocabularyEntry | undefined,
): VocabularyEntry {
  const [fromTerm, fromWord] = [after?.terms[1] ?? 1, after?.words[1] ?? 0];
  const entry = writeLines(folder, name, linesOf(vocabulary, fromTerm, fromWord));
  return { ...entry, terms: [fromTerm, vocabulary.terms.length], words: [fromWord, vocabulary.words.length] };
}

/** @throws Error if the file is damaged */
export function readVocabulary(folder: string, entry: VocabularyEntry, into: Vocabulary): void {
  let terms = entry.terms[1] - entry.terms[0];
  for (const line of readLines(folder, entry)) {
    const [text, term] = line.split('\t');
    if (terms > 0) into.add(line);
    else into.keepWord(text!, Number(term));
    terms -= 1;
  }
  if (into.terms.length !== entry.terms[1] || into.words.length !== entry.words[1]) {
    throw new Error(`${entry.name} does not fit together`);
  }
}

function* linesOf({ terms, words }: Vocabulary, fromTerm: number, fromWord: number): Generator<string> {
  for (let term = fromTerm; term < terms.length; term += 1) yield terms[term]!;
  for (let word = fromWord; word < words.length; word += 1) yield `${words[word]!.text}\t${words[word]!.term}`;
}
