import { foldWord } from '../query/word-terms.js';
import { editDistance } from './edit-distance.js';
import { requireWithin } from './limits.js';
import { ShardedMap } from './sharded-map.js';

/** Stands between headings and body, so that no phrase runs over from one into the other. */
export const GAP = 0;

/** Words whose spelling may be mended: letters alone, enough of them to be recognised when one is wrong. */
const MENDABLE = /^\p{L}{4,32}$/u;
/** Shortest word in which two letters may be wrong; in shorter ones it is one. */
const TWO_EDITS_FROM = 8;

/** A word as it is written, lower case, and the term that it counts as. */
export interface WrittenWord {
  text: string;
  term: number;
  /** Its place in the vocabulary. */
  number: number;
}

/** Words of one first letter and length. */
interface Shelf {
  words: WrittenWord[];
  /** {@link lettersOf} each of them: in one array, most words need not be looked at to know that they are another. */
  letters: number[];
}

/**
 * The terms of an organization's documents, each with a number that is never given again, and the words that they stand
 * for. It says nothing of who may know a term: that follows from the passages that have it.
 */
export class Vocabulary {
  private readonly numbers: ShardedMap<number>;
  private readonly known: ShardedMap<number>;
  /** Mendable words by first letter and length. */
  private readonly shelves = new Map<string, Shelf>();
  /** Terms by number. */
  readonly terms: string[] = [''];
  /** Words that may be what a misspelt one was meant to be, in the order in which they came. */
  readonly words: WrittenWord[] = [];

  /** @param shardSize entries of one map of terms or words */
  constructor(shardSize?: number) {
    this.numbers = new ShardedMap(shardSize);
    this.known = new ShardedMap(shardSize);
  }

  get size(): number {
    return this.terms.length;
  }

  /** The number of a term; undefined when the library has never had it. */
  find(term: string): number | undefined {
    return this.numbers.get(term);
  }

  /** The number of a term, a new one when it had none. */
  add(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    requireWithin('terms', this.terms.length);
    this.terms.push(term);
    this.numbers.add(term, this.terms.length - 1);
    return this.terms.length - 1;
  }

  /** Keeps how a term was written. Answers the number of the word; null for what is never mended. */
  keepWord(written: string, term: number): number | null {
    if (written.length < 4 || written.length > 32) return null;
    // Most words are known, as they are written here.
    const known = this.known.get(written);
    if (known !== undefined) return known;
    const text = foldWord(written);
    if (!MENDABLE.test(text)) return null;
    const number = this.known.get(text) ?? this.words.length;
    if (number < this.words.length) return number;
    const word = { text, term, number };
    this.known.add(text, number);
    this.words.push(word);
    const name = shelfOf(text.charAt(0), text.length);
    const shelf = this.shelves.get(name) ?? { words: [], letters: [] };
    shelf.words.push(word);
    shelf.letters.push(lettersOf(text));
    this.shelves.set(name, shelf);
    return number;
  }

  /**
   * The word that a misspelt one was most likely meant to be, by edits first, frequency second and the alphabet third; null
   * when none is near. The first letter is taken to be right.
   *
   * @param frequencyOf passages with a word, of those that may be looked at; a word without any is left out
   */
  mend(written: string, frequencyOf: (word: WrittenWord) => number): WrittenWord | null {
    const text = foldWord(written);
    if (!MENDABLE.test(text)) return null;
    const most = text.length >= TWO_EDITS_FROM ? 2 : 1;
    const letters = lettersOf(text);
    let best: Guess | null = null;
    for (let length = text.length - most; length <= text.length + most; length += 1) {
      const shelf = this.shelves.get(shelfOf(text.charAt(0), length));
      if (!shelf) continue;
      for (let place = 0; place < shelf.words.length; place += 1) {
        if (differsInMoreThan(2 * most, letters, shelf.letters[place]!)) continue;
        const word = shelf.words[place]!;
        const edits = editDistance(text, word.text, Math.min(most, best?.edits ?? most));
        if (edits === null) continue;
        const frequency = frequencyOf(word);
        if (frequency === 0) continue;
        const found = { word, edits, frequency };
        if (!best || isLikelier(found, best)) best = found;
      }
    }
    return best?.word ?? null;
  }
}

interface Guess {
  word: WrittenWord;
  edits: number;
  frequency: number;
}

function isLikelier(a: Guess, b: Guess): boolean {
  if (a.edits !== b.edits) return a.edits < b.edits;
  return a.frequency === b.frequency ? a.word.text < b.word.text : a.frequency > b.frequency;
}

function shelfOf(firstLetter: string, length: number): string {
  return `${firstLetter}${length}`;
}

/** Which letters a word has: a bit for each, by its code modulo 32. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** Whether more letters than that are in one of the words alone; an edit takes one and puts in one. */
function differsInMoreThan(most: number, letters: number, others: number): boolean {
  let differing = letters ^ others;
  // Each step takes away one bit.
  for (let count = 0; count < most; count += 1) differing &= differing - 1;
  return differing !== 0;
}
