import { isStopWord } from './stop-words.js';

/** What a span of a query is also looked up as. */
export interface Alternative {
  /** Terms side by side, stop words among them. */
  terms: string[];
  /** 0 to 1: what a match of it counts beside one of the words themselves. */
  weight: number;
  /** Taken only when the query has the span in capitals. */
  capitals: boolean;
}

/** Alternatives kept for one span. */
const MAX_ALTERNATIVES = 20;

/** Alternatives by the terms they are for. */
export class SynonymTable {
  /** By their terms, so that each is kept once. */
  private readonly bySpan = new Map<string, Map<string, Alternative>>();
  private longest = 0;

  /** Queries come without stop words, so spans are known without them, too; alternatives keep theirs. */
  add(span: string[], ...alternatives: readonly Alternative[]): void {
    const asked = withoutStopWords(span);
    const [key, itself] = [spanKey(asked), spanKey(span)];
    const known = this.bySpan.get(key) ?? new Map<string, Alternative>();
    for (const alternative of alternatives) {
      const target = spanKey(alternative.terms);
      if (target !== itself && known.size < MAX_ALTERNATIVES && !known.has(target)) known.set(target, alternative);
    }
    if (known.size === 0) return;
    this.bySpan.set(key, known);
    this.longest = Math.max(this.longest, asked.length);
  }

  /** The longest span that begins at `from` and has alternatives of which `wanted` lets one through. */
  longestAt(
    words: string[],
    from: number,
    wanted: (alternative: Alternative, to: number) => boolean,
  ): { to: number; alternatives: Alternative[] } | null {
    for (let to = Math.min(words.length, from + this.longest); to > from; to--) {
      const known = this.bySpan.get(spanKey(words.slice(from, to)))?.values() ?? [];
      const alternatives = [...known].filter((alternative) => wanted(alternative, to));
      if (alternatives.length > 0) return { to, alternatives };
    }
    return null;
  }

  /** Number of spans with alternatives. */
  get size(): number {
    return this.bySpan.size;
  }
}

function spanKey(terms: string[]): string {
  return terms.join(' ');
}

function withoutStopWords(terms: string[]): string[] {
  const kept = terms.filter((term) => !isStopWord(term));
  return kept.length > 0 ? kept : terms;
}
