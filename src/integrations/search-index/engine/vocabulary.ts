import { editDistance } from './edit-distance.js';

/** Stands between headings and body, so that no phrase runs over from one into the other. */
export const GAP = 0;

/** Terms whose spelling may be mended: words of letters, long enough to be recognised when one of them is wrong. */
const MENDABLE = /^\p{L}{4,32}$/u;
/** Shortest term in which two letters may be wrong; in shorter ones it is one. */
const TWO_EDITS_FROM = 8;

/** The terms of an organization's library, each with a number. Numbers are never given anew. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>();
  /** Terms by number. */
  readonly terms: string[] = [''];
  /** Mendable terms by first letter and length. */
  private readonly shelves = new Map<string, number[]>();

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
    const number = this.terms.length;
    this.terms.push(term);
    this.numbers.set(term, number);
    if (MENDABLE.test(term)) {
      const shelf = shelfOf(term.charAt(0), term.length);
      const others = this.shelves.get(shelf);
      if (others) others.push(number);
      else this.shelves.set(shelf, [number]);
    }
    return number;
  }

  /**
   * The known term that a misspelt one was most likely meant to be, by edits first and frequency second; null when none is
   * near. The first letter is taken to be right.
   *
   * @param frequencyOf passages with the term; 0 leaves it out
   */
  mend(term: string, frequencyOf: (number: number) => number): number | null {
    if (!MENDABLE.test(term)) return null;
    const most = term.length >= TWO_EDITS_FROM ? 2 : 1;
    let best: { number: number; edits: number; frequency: number } | null = null;
    for (let length = term.length - most; length <= term.length + most; length += 1) {
      for (const number of this.shelves.get(shelfOf(term.charAt(0), length)) ?? []) {
        const edits = editDistance(term, this.terms[number]!, Math.min(most, best?.edits ?? most));
        if (edits === null) continue;
        const frequency = frequencyOf(number);
        if (frequency === 0) continue;
        if (!best || edits < best.edits || (edits === best.edits && frequency > best.frequency)) {
          best = { number, edits, frequency };
        }
      }
    }
    return best?.number ?? null;
  }
}

function shelfOf(firstLetter: string, length: number): string {
  return `${firstLetter}${length}`;
}
