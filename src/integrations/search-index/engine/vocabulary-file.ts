import { readWhole, writeWhole, type FileEntry } from './snapshot-file.js';
import type { Vocabulary } from './vocabulary.js';

/** Terms and words that were new when a snapshot was written: from the one number up to the other. */
export interface VocabularyEntry extends FileEntry {
  terms: [from: number, to: number];
  words: [from: number, to: number];
}

/** Terms and words are runs of letters and digits: line breaks and tabs can stand between them. */
export function writeVocabulary(
  folder: string,
  name: string,
  { terms, words }: Vocabulary,
  after: VocabularyEntry | undefined,
): VocabularyEntry {
  const fromTerm = after?.terms[1] ?? 1;
  const fromWord = after?.words[1] ?? 0;
  const lines = words.slice(fromWord).map(({ text, term }) => `${text}\t${term}`);
  const content = `${terms.slice(fromTerm).join('\n')}\n\n${lines.join('\n')}`;
  const entry = writeWhole(folder, name, [Buffer.from(content)]);
  return { ...entry, terms: [fromTerm, terms.length], words: [fromWord, words.length] };
}

/** @throws Error when it is not what was written */
export function readVocabulary(folder: string, entry: VocabularyEntry, into: Vocabulary): void {
  const [terms = '', words = ''] = readWhole(folder, entry).toString().split('\n\n');
  for (const term of terms.split('\n')) if (term !== '') into.add(term);
  for (const line of words.split('\n')) {
    const [text, term] = line.split('\t');
    if (text && term) into.keepWord(text, Number(term));
  }
  if (into.terms.length !== entry.terms[1] || into.words.length !== entry.words[1]) {
    throw new Error(`${entry.name} does not fit together`);
  }
}
