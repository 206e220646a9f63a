import { soughtTerms } from '@amks/language/identifiers/identifiers.js';
import { inverseFrequency, LengthNorms } from '@amks/language/terms/bm25.js';
import { isStopWord } from '@amks/language/terms/stop-words.js';
import { analyzeTerms } from '@amks/language/terms/text-analysis.js';
import { parseQuery, type ParsedQuery } from '../words/parse-query.js';
import type { PageIndex } from './page-index.js';
import { IDENTIFIER_MARK } from './page-terms.js';

export interface PageHit {
  /** As the writer of the index numbered it. */
  page: number;
  score: number;
}

export interface PageHits {
  hits: PageHit[];
  /** Pages that match and are shown. Without {@link isComplete}, there can be more. */
  total: number;
  /** Pages that match and are not shown. Without {@link isHiddenComplete}, there can be more. */
  hidden: number;
  /** False if there was no time to look for the phrases in all pages, or if a word is the beginning of too many others. */
  isComplete: boolean;
  isHiddenComplete: boolean;
  /** Terms to mark. */
  terms: ReadonlySet<string>;
}

interface SoughtTerm {
  term: string;
  /** Index of the query word. */
  place: number;
  share: number;
}

/** Weight of a word that is only the beginning of one in the pages. */
const BEGINNING_SHARE = 0.8;
const MAX_BEGINNINGS = 200;
/** Shorter ones begin too many words. */
const SHORTEST_BEGINNING = 3;
const MAX_WORDS = 32;
/** For phrases, whose pages must be analyzed. */
const PHRASES_MS = 150;

export interface SearchOptions {
  /** Whether a page is among the hits. All are without it. */
  shows?: (page: number) => boolean;
  /** Whether one more page is analyzed. */
  goesOn?: () => boolean;
}

function untilTime(): () => boolean {
  const end = Date.now() + PHRASES_MS;
  return () => Date.now() < end;
}

/** Searches the pages of an offline package with the words, phrases and identifiers that the service knows. */
export class PageSearch {
  private readonly norms: LengthNorms;

  /** @param textOf the text of a page, for phrases */
  constructor(
    private readonly index: PageIndex,
    private readonly textOf: (page: number) => string,
  ) {
    this.norms = new LengthNorms(index.averageLength);
  }

  /** Pages that are not shown take no place of others. */
  search(text: string, limit: number, { shows = () => true, goesOn = untilTime() }: SearchOptions = {}): PageHits {
    const query = parseQuery(text);
    const { sought, isCut } = this.soughtBy(query);
    const identified = this.identifiedBy(query.identifiers);
    const scores = this.score(sought, identified);
    for (const excluded of query.excluded) if (excluded.length === 1) this.drop(scores, excluded[0]!);
    for (const term of query.excludedIdentifiers.flatMap(soughtTerms)) this.drop(scores, IDENTIFIER_MARK + term);
    const ranked = [...scores].map(([page, score]) => ({ page, score }));
    ranked.sort((a, b) => b.score - a.score || a.page - b.page);
    const terms = new Set([
      ...sought.map(({ term }) => term),
      ...query.identifiers.flatMap((one) => analyzeTerms(one)),
    ]);
    const excludedPhrases = query.excluded.filter((phrase) => phrase.length > 1);
    const hasPhrases = query.phrases.length > 0 || excludedPhrases.length > 0;
    const candidates = hasPhrases ? this.withAll(query.phrases.flat(), ranked) : ranked;
    const [shown, hidden] = [
      candidates.filter(({ page }) => shows(page)),
      candidates.filter(({ page }) => !shows(page)),
    ];
    const matching = (hits: PageHit[]): { hits: PageHit[]; isComplete: boolean } => {
      if (!hasPhrases) return { hits, isComplete: true };
      let isComplete = true;
      const holding = hits.filter(({ page }) => {
        isComplete &&= goesOn();
        return isComplete && this.holds(page, query.phrases, excludedPhrases);
      });
      return { hits: holding, isComplete };
    };
    const [of, others] = [matching(shown), matching(hidden)];
    return {
      ...{ hits: of.hits.slice(0, limit), total: of.hits.length, hidden: others.hits.length, terms },
      ...{ isComplete: of.isComplete && !isCut, isHiddenComplete: others.isComplete && !isCut },
    };
  }

  /** A word that no page has is taken as the beginning of one. */
  private soughtBy({ words, phrases }: ParsedQuery): { sought: SoughtTerm[]; isCut: boolean } {
    let isCut = false;
    const required = phrases.flat();
    const telling = [...words, ...required.filter((term) => !isStopWord(term))];
    const used = (telling.length > 0 ? telling : required).slice(0, MAX_WORDS);
    const sought = used.flatMap((word, place): SoughtTerm[] => {
      if (this.index.find(word)) return [{ term: word, place, share: 1 }];
      if (word.length < SHORTEST_BEGINNING) return [];
      const longer = this.index.beginningWith(word, MAX_BEGINNINGS + 1);
      isCut ||= longer.length > MAX_BEGINNINGS;
      return longer.slice(0, MAX_BEGINNINGS).map((term) => ({ term, place, share: BEGINNING_SHARE }));
    });
    return { sought, isCut };
  }

  /** How many of the sought forms of an identifier each page has. */
  private identifiedBy(identifiers: readonly string[]): Map<number, number> {
    const found = new Map<number, number>();
    for (const term of new Set(identifiers.flatMap(soughtTerms)))
      for (const page of this.index.find(IDENTIFIER_MARK + term)?.pages ?? [])
        found.set(page, (found.get(page) ?? 0) + 1);
    return found;
  }

  /** BM25, more for pages with more of the words; pages with an identifier precede all others. */
  private score(sought: readonly SoughtTerm[], identified: ReadonlyMap<number, number>): Map<number, number> {
    const pages = this.index.lengths.length;
    const [scores, places] = [new Float64Array(pages), new Uint32Array(pages)];
    let most = 1;
    for (const { term, place, share } of sought) {
      const postings = this.index.find(term)!;
      const worth = share * inverseFrequency(pages, postings.pages.length);
      most += worth * LengthNorms.most;
      postings.pages.forEach((page, i) => {
        scores[page]! += worth * this.norms.weigh(postings.counts[i]!, this.index.lengths[page]!);
        places[page]! |= 1 << place;
      });
    }
    const wanted = new Set(sought.map(({ place }) => place)).size;
    const found = new Map<number, number>();
    for (let page = 0; page < pages; page += 1) {
      const share = bitsOf(places[page]!) / Math.max(wanted, 1);
      const score = scores[page]! * share + most * (identified.get(page) ?? 0);
      if (score > 0) found.set(page, score);
    }
    return found;
  }

  private drop(scores: Map<number, number>, term: string): void {
    for (const page of this.index.find(term)?.pages ?? []) scores.delete(page);
  }

  private withAll(terms: readonly string[], ranked: PageHit[]): PageHit[] {
    let kept = ranked;
    for (const term of new Set(terms)) {
      const pages = new Set(this.index.find(term)?.pages ?? []);
      kept = kept.filter(({ page }) => pages.has(page));
    }
    return kept;
  }

  private holds(page: number, phrases: readonly string[][], excluded: readonly string[][]): boolean {
    const terms = analyzeTerms(this.textOf(page));
    return phrases.every((phrase) => isIn(terms, phrase)) && !excluded.some((phrase) => isIn(terms, phrase));
  }
}

function isIn(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, at) => phrase.every((term, i) => terms[at + i] === term));
}

function bitsOf(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
