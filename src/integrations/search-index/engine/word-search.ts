import { soughtTerms } from '../identifiers.js';
import type { ParsedQuery } from '../query/parse-query.js';
import { isStopWord } from '../query/stop-words.js';
import type { SearchScope } from './admission.js';
import { BestRows, type Place, type ScoredPlace } from './best-rows.js';
import { identifierKey, ownNumberKey } from './columns.js';
import type { Expansion } from '../query/synonyms.js';
import type { Correction } from './engine.types.js';
import { rowsWithPhrase } from './phrases.js';
import { MAX_WORDS, proximity, WordMarks } from './proximity.js';
import { WEIGHTS } from './ranking.js';
import type { Readable } from './readable.js';
import { LengthNorms } from './relevance.js';
import { RowFilter } from './row-filter.js';
import type { Segment } from './segment.js';
import { indexIn } from './sorted-values.js';
import type { Vocabulary } from './vocabulary.js';

interface WeightedTerm {
  term: number;
  /** Place of the word it stands for. */
  place: number;
  weight: number;
}

/** The words of a query as the library knows them. */
export interface WordPlan {
  terms: WeightedTerm[];
  /** Worth of each word of the query, by place. */
  worth: number[];
  corrections: Correction[];
}

/** What a word stands for that is another's spelling mended, of its own weight. */
const MENDED_WEIGHT = 0.8;
/** Average lengths are told apart by about this share. */
const LENGTH_STEP = 0.02;

const NO_ROWS = new Uint32Array(0);

/** Norms by which every passage with a term gets the same for it. */
const COUNTED_ONCE = new LengthNorms(Infinity);

/** Finds passages by their words: BM25 over every posting, then proximity for the best. */
export class WordSearch {
  private readonly marks = new WordMarks();
  private scores = new Float32Array(0);
  private touched = new Uint32Array(0);
  private norms = new LengthNorms(1);

  constructor(private readonly vocabulary: Vocabulary) {}

  /** Which terms stand for the query's words, and what each is worth among what may be read. */
  plan({ words, surface, phrases }: ParsedQuery, expansions: readonly Expansion[], readable: Readable): WordPlan {
    // What must be there counts too: the passage that says it most comes first. Stop words only where nothing else is said.
    const required = phrases.flat();
    const telling = [...words, ...required.filter((term) => !isStopWord(term))];
    const used = (telling.length > 0 ? telling : required).slice(0, MAX_WORDS);
    const plan: WordPlan = { terms: [], worth: [], corrections: [] };
    used.forEach((word, place) => {
      const known = this.known(word, readable);
      if (known !== null) {
        plan.worth[place] = readable.worthOf(known);
        plan.terms.push({ term: known, place, weight: plan.worth[place] });
        return;
      }
      const written = surface[place] ?? word;
      const meant = this.vocabulary.mend(written, (one) => readable.frequencyOfWord(one));
      plan.worth[place] = meant ? MENDED_WEIGHT * readable.worthOf(meant.term) : 0;
      if (!meant) return;
      plan.terms.push({ term: meant.term, place, weight: plan.worth[place] });
      plan.corrections.push({ word: written, used: meant.text });
    });
    for (const expansion of expansions) this.expand(plan, expansion, readable);
    return plan;
  }

  /** The best passages for the plan's words that the scope and the filter admit. */
  best(plan: WordPlan, scope: SearchScope, filter: RowFilter, count: number): ScoredPlace[] {
    const best = this.collect(plan.terms, scope, filter, count);
    return this.withProximity(plan, best, scope.readable);
  }

  /** BM25 with proximity of single passages: those that were found otherwise. */
  scoreOf(plan: WordPlan, { segment: index, row }: Place, readable: Readable): number | null {
    const { segment } = readable.segments[index]!;
    let score = 0;
    for (const { term, weight } of plan.terms) {
      const { rows, counts } = segment.postings(term);
      const at = indexIn(rows, row);
      if (at >= 0) score += weight * this.norms.weigh(counts[at]!, segment.lengths[row]!);
    }
    return score > 0 ? score + WEIGHTS.proximity * proximity(segment.columns, row, this.marks, plan.worth) : null;
  }

  /**
   * Passages that hold one of the identifiers: first those that are part of what is named, a document or task, then those
   * that mention it. How often or among how many words says nothing.
   */
  withIdentifiers(identifiers: readonly string[], scope: SearchScope, filter: RowFilter, count: number): ScoredPlace[] {
    const { readable } = scope;
    const sought = new Set(identifiers.flatMap(soughtTerms));
    const terms = [...sought].flatMap((written) =>
      [identifierKey(written), ownNumberKey(written)].flatMap((key) => {
        const term = this.known(key, readable);
        return term === null ? [] : [{ term, place: 0, weight: readable.worthOf(term) }];
      }),
    );
    return terms.length === 0 ? [] : this.collect(terms, scope, filter, count, COUNTED_ONCE);
  }

  /** What phrases in quotes and words with a minus leave of what the scope admits; the rest is not looked at. */
  filterOf({ phrases, excluded, excludedIdentifiers }: ParsedQuery, { readable, masks }: SearchScope): RowFilter {
    const segments = readable.segments.map(({ segment }) => segment);
    const filter = new RowFilter();
    const rowsOf =
      (...written: readonly string[]) =>
      (index: number) => {
        const terms = written.flatMap((term) => this.vocabulary.find(term) ?? []);
        if (terms.length < written.length) return NO_ROWS;
        const segment = segments[index]!;
        const { revisions } = segment.columns;
        return rowsWithPhrase(
          segment,
          terms,
          (row) => masks[index]![revisions[row]!] === 1 && filter.passes(index, row),
        );
      };
    for (const phrase of phrases) filter.require(rowsOf(...phrase), segments);
    for (const phrase of excluded) filter.exclude(rowsOf(...phrase), segments);
    for (const term of excludedIdentifiers.flatMap(soughtTerms)) filter.exclude(rowsOf(identifierKey(term)), segments);
    return filter;
  }

  /** The admitted passages with the highest sums over the terms. */
  private collect(
    terms: readonly WeightedTerm[],
    { readable, masks }: SearchScope,
    filter: RowFilter,
    count: number,
    norms?: LengthNorms,
  ): ScoredPlace[] {
    this.prepare(readable);
    const best = new BestRows(count, ({ segment, row }) => readable.segments[segment]!.segment.columns.ids[row]!);
    const rarestFirst = [...terms].sort((a, b) => b.weight - a.weight);
    readable.segments.forEach(({ segment }, index) => {
      const { revisions } = segment.columns;
      const mask = masks[index]!;
      const touched = this.score(segment, rarestFirst, best.threshold, norms ?? this.norms);
      for (let i = 0; i < touched; i += 1) {
        const row = this.touched[i]!;
        const score = this.scores[row]!;
        this.scores[row] = 0;
        if (score < best.threshold || mask[revisions[row]!] === 0) continue;
        if (filter.isOpen || filter.passes(index, row)) best.offer(score, index, row);
      }
    });
    return best.sorted();
  }

  private expand(plan: WordPlan, { from, to, terms, weight }: Expansion, readable: Readable): void {
    const known = terms.flatMap((term) => this.known(term, readable) ?? []);
    if (known.length < terms.length || from >= plan.worth.length) return;
    const places = Array.from({ length: Math.min(to, plan.worth.length) - from }, (_, index) => from + index);
    const own = places.reduce((sum, place) => sum + plan.worth[place]!, 0);
    const worths = known.map((term) => readable.worthOf(term));
    const all = worths.reduce((sum, worth) => sum + worth, 0);
    // A long name weighs no more than its abbreviation does, where that is known.
    const share = weight * (own > 0 ? Math.min(1, own / all) : 1);
    known.forEach((term, index) => {
      const place = places[Math.min(index, places.length - 1)]!;
      plan.terms.push({ term, place, weight: share * worths[index]! });
      if (plan.worth[place] === 0) plan.worth[place] = share * worths[index]!;
    });
  }

  private withProximity(plan: WordPlan, places: ScoredPlace[], { segments }: Readable): ScoredPlace[] {
    this.marks.begin(this.vocabulary.size);
    for (const { term, place } of plan.terms) this.marks.set(term, place);
    if (plan.worth.length < 2) return places;
    for (const place of places) {
      const { columns } = segments[place.segment]!.segment;
      place.score += WEIGHTS.proximity * proximity(columns, place.row, this.marks, plan.worth);
    }
    return places.sort((a, b) => b.score - a.score);
  }

  /** Adds up the scores of a segment's rows in {@link scores}; answers how many rows have one, named in {@link touched}. */
  private score(segment: Segment, terms: readonly WeightedTerm[], threshold: number, norms: LengthNorms): number {
    const { scores, touched } = this;
    const { lengths } = segment;
    let count = 0;
    let open = terms.reduce((sum, { weight }) => sum + weight * LengthNorms.most, 0);
    for (const { term, weight } of terms) {
      const { rows, counts } = segment.postings(term);
      // What has none of the terms before could not be among the best any more: common words are counted, not looked for.
      const isOpen = open >= threshold;
      for (let i = 0; i < rows.length; i += 1) {
        const row = rows[i]!;
        if (scores[row] === 0) {
          if (!isOpen) continue;
          touched[count++] = row;
        }
        scores[row]! += weight * norms.weigh(counts[i]!, lengths[row]!);
      }
      open -= weight * LengthNorms.most;
    }
    return count;
  }

  private prepare({ segments, averageLength }: Readable): void {
    const rows = segments.reduce((most, { segment }) => Math.max(most, segment.rows), 0);
    if (this.scores.length < rows) {
      this.scores = new Float32Array(rows);
      this.touched = new Uint32Array(rows);
    }
    // In steps, so that the same passages score the same whichever way they came here.
    const step = Math.round(Math.log(Math.max(averageLength, 1)) / LENGTH_STEP);
    const average = Math.exp(step * LENGTH_STEP);
    if (average !== this.norms.average) this.norms = new LengthNorms(average);
  }

  /** The number of a term that occurs in a readable passage; null when it occurs in none. */
  private known(term: string, readable: Readable): number | null {
    const known = this.vocabulary.find(term);
    return known !== undefined && readable.frequency(known) > 0 ? known : null;
  }
}
