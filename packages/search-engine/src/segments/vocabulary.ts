import { foldWord } from '@amks/language/terms/word-terms.js';
import { editDistance } from '@amks/language/terms/edit-distance.js';
import { LIMITS, requireWithin } from './limits.js';

/** Separates headings and body, so that no phrase spans both. */
export const GAP = 0;

/** Words that can be corrected: letters only, and long enough to be recognized. */
const MENDABLE = /^\p{L}{4,32}$/u;
/** From this length on, a correction may take two edits, else one. */
const TWO_EDITS_FROM = 8;

/** A word in lower case, and its term. */
export interface WrittenWord {
  text: string;
  term: number;
  number: number;
}

/** Words with the same first letter and length. */
interface Shelf {
  words: WrittenWord[];
  /** {@link lettersOf} each word, in one array: most words are rejected by it alone. */
  letters: number[];
}

/**
 * The terms of an organization with permanent numbers, and the words written for them. Who may know a term is decided
 * by the passages that contain it.
 */
export class Vocabulary {
  private readonly numbers: ShardedMap<number>;
  private readonly known: ShardedMap<number>;
  /** Correctable words by first letter and length. */
  private readonly shelves = new Map<string, Shelf>();
  readonly terms: string[] = [''];
  /** Candidates for corrections, in order of arrival. */
  readonly words: WrittenWord[] = [];

  constructor(shardSize?: number) {
    this.numbers = new ShardedMap(shardSize);
    this.known = new ShardedMap(shardSize);
  }

  get size(): number {
    return this.terms.length;
  }

  find(term: string): number | undefined {
    return this.numbers.get(term);
  }

  /** Adds a term unless it is known. Returns its number. */
  add(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    requireWithin('terms', this.terms.length);
    this.terms.push(term);
    this.numbers.add(term, this.terms.length - 1);
    return this.terms.length - 1;
  }

  /** Adds a written word. Returns its number, or null if it is never a correction. */
  keepWord(written: string, term: number): number | null {
    if (written.length < 4 || written.length > 32) return null;
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
   * The most likely correction: fewest edits, then most frequent, then alphabetical; or null. The first letter must match.
   * @param frequencyOf visible passages with a word; words with 0 are skipped
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

/** A bit for each letter, by its code modulo 32. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** Whether the words differ in more letters; each edit removes one and adds one. */
function differsInMoreThan(most: number, letters: number, others: number): boolean {
  let differing = letters ^ others;
  // Each step clears a bit.
  for (let count = 0; count < most; count += 1) differing &= differing - 1;
  return differing !== 0;
}

/** An append-only map without V8's limit on entries: it is split into several maps. */
class ShardedMap<Value> {
  private readonly shards: Map<string, Value>[] = [new Map<string, Value>()];

  constructor(private readonly shardSize = LIMITS.mapEntries) {}

  get(key: string): Value | undefined {
    for (const shard of this.shards) {
      const value = shard.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  add(key: string, value: Value): void {
    let last = this.shards.at(-1)!;
    if (last.size >= this.shardSize) this.shards.push((last = new Map<string, Value>()));
    last.set(key, value);
  }
}
