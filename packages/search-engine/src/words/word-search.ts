import { soughtTerms } from '@amks/language/identifiers/identifiers.js';
import type { ParsedQuery } from './parse-query.js';
import { isStopWord } from '@amks/language/terms/stop-words.js';
import type { SearchScope } from '../visibility/admission.js';
import { BestRows, type Place, type ScoredPlace } from '../ranking/best-rows.js';
import { identifierKey, ownNumberKey } from '../segments/columns.js';
import type { Expansion } from '@amks/language/synonyms/synonyms.js';
import type { Correction } from '../engine.types.js';
import { rowsWithPhrase } from './phrases.js';
import { MAX_WORDS, proximity, WordMarks } from './proximity.js';
import { WEIGHTS } from '../ranking/fusion.js';
import type { Readable } from '../visibility/readable.js';
import { LengthNorms } from '@amks/language/terms/bm25.js';
import { RowFilter } from './row-filter.js';
import type { Segment } from '../segments/segment.js';
import { indexIn } from '../segments/sorted-values.js';
import type { Vocabulary } from '../segments/vocabulary.js';

interface WeightedTerm {
  term: number;
  /** Index of the query word. */
  place: number;
  weight: number;
}

export interface WordPlan {
  terms: WeightedTerm[];
  /** Inverse document frequency of each query word. */
  worth: number[];
  corrections: Correction[];
}

/** Weight of a corrected word. */
const MENDED_WEIGHT = 0.8;
/** Average lengths are rounded to steps of this share. */
const LENGTH_STEP = 0.02;

const NO_ROWS = new Uint32Array(0);

/** Norms that ignore count and length. */
const COUNTED_ONCE = new LengthNorms(Infinity);

/** Searches by words: BM25 over all postings, then proximity for the best passages. */
export class WordSearch {
  private readonly marks = new WordMarks();
  private scores = new Float32Array(0);
  private touched = new Uint32Array(0);
  private norms = new LengthNorms(1);

  constructor(private readonly vocabulary: Vocabulary) {}

  /** The terms of the query words with their weights, by the statistics of what the reader can see. */
  plan({ words, surface, phrases }: ParsedQuery, expansions: readonly Expansion[], readable: Readable): WordPlan {
    // Required phrases rank too. Stop words count only if there is nothing else.
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

  best(plan: WordPlan, scope: SearchScope, filter: RowFilter, count: number): ScoredPlace[] {
    const best = this.collect(plan.terms, scope, filter, count);
    return this.withProximity(plan, best, scope.readable);
  }

  /** BM25 with proximity of a passage found in another way. */
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

  /** Passages with an identifier of the query: first those of the named document or task. Counts and lengths are ignored. */
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

  /** The admitted passages with the highest scores. */
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
    // A long synonym weighs no more than its abbreviation, if that is known.
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

  /** Adds the scores of a segment's rows to {@link scores}. Returns the number of rows in {@link touched}. */
  private score(segment: Segment, terms: readonly WeightedTerm[], threshold: number, norms: LengthNorms): number {
    const { scores, touched } = this;
    const { lengths } = segment;
    let count = 0;
    let open = terms.reduce((sum, { weight }) => sum + weight * LengthNorms.most, 0);
    for (const { term, weight } of terms) {
      const { rows, counts } = segment.postings(term);
      // Rows without an earlier term can no longer reach the threshold: they are not added for common words.
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
    // Rounded, so that scores do not depend on the history of the index.
    const step = Math.round(Math.log(Math.max(averageLength, 1)) / LENGTH_STEP);
    const average = Math.exp(step * LENGTH_STEP);
    if (average !== this.norms.average) this.norms = new LengthNorms(average);
  }

  /** Number of a term in a visible passage, or null. */
  private known(term: string, readable: Readable): number | null {
    const known = this.vocabulary.find(term);
    return known !== undefined && readable.frequency(known) > 0 ? known : null;
  }
}
