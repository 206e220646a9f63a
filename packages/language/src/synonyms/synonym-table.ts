import { isStopWord } from '../terms/stop-words.js';

/** A synonym of a span of a query. */
export interface Alternative {
  /** Adjacent terms, including stop words. */
  terms: string[];
  /** 0 to 1: weight of a match, relative to a match of the words themselves. */
  weight: number;
  /** Applies only if the query has the span in capitals. */
  capitals: boolean;
}

const MAX_ALTERNATIVES = 20;

export class SynonymTable {
  private readonly bySpan = new Map<string, Map<string, Alternative>>();
  private longest = 0;

  /** Spans are stored without stop words, as in queries. Alternatives keep them. */
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

  /** The longest span from `from` with an alternative that `wanted` accepts. */
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
