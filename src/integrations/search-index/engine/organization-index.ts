import type { IndexAnswer, IndexQuery, IndexTimings } from '../index-query.js';
import { parseQuery } from '../query/parse-query.js';
import { admit } from './admission.js';
import type { Place, ScoredPlace } from './best-rows.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine.types.js';
import { Library } from './library.js';
import { rate, WEIGHTS, type Candidate, type Rated } from './ranking.js';
import { Snapshot } from './snapshot.js';
import { VectorSearch } from './vector-search.js';
import { WordSearch, type WordPlan } from './word-search.js';

/** Candidates of each kind that are compared with each other; deeper changed nothing on the measured sets (ADR 0019). */
const CANDIDATES = 100;

/** More rows than any segment has. */
const MAX_ROWS = 2 ** 32;

/**
 * The search index of one organization, in memory: derived data, which proposes; PostgreSQL decides. Nothing here waits for
 * anything, so one search is one step of its thread.
 */
export class OrganizationIndex {
  /** How far it follows the organization's changes. */
  position = 0;
  private snapshot: Snapshot | null = null;
  private readonly words: WordSearch;
  private readonly vectors: VectorSearch;

  constructor(
    space: VectorSpace,
    private readonly library = new Library(space),
  ) {
    this.words = new WordSearch(library);
    this.vectors = new VectorSearch(library);
  }

  /** What vectors it takes. */
  get space(): VectorSpace {
    return this.library.space;
  }

  /** Passages that can be found. */
  get passages(): number {
    return this.library.slots.reduce((sum, { rows, isAlive }) => (isAlive ? sum + rows : sum), 0);
  }

  /** Null when the revision is not known. */
  textVersionOf(revisionId: string): string | null {
    return this.library.find(revisionId)?.revision.text_version ?? null;
  }

  /** Adds a revision with all its passages, in place of what is there of it; searched from now on. */
  put(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    this.append(revision, passages);
    this.finish(revision);
  }

  /** As {@link put}, a piece at a time: nothing of it is found before {@link finish}. Revisions come one after the other. */
  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    this.library.append(revision, passages);
  }

  finish(revision: IndexedRevision): void {
    this.library.finish(revision);
  }

  /** Forgets what was appended and not finished. */
  discard(): void {
    this.library.discard();
  }

  /** Takes over what is known of a revision beside its passages; false when the revision is not known. */
  describe(revision: IndexedRevision): boolean {
    const slot = this.library.find(revision.id);
    if (!slot) return false;
    slot.revision = revision;
    return true;
  }

  remove(revisionId: string): void {
    this.library.remove(revisionId);
  }

  /** One bounded step of housekeeping; true when there may be more to do. */
  tidy(): boolean {
    return this.library.tidy();
  }

  /** Writes what changed since it was saved last, or loaded. */
  save(folder: string): void {
    this.snapshot ??= new Snapshot(folder);
    this.snapshot.save(this.library, this.position);
  }

  /** What was saved in a folder; null when nothing is there. @throws Error when it cannot be used */
  static load(folder: string): OrganizationIndex | null {
    const snapshot = new Snapshot(folder);
    const saved = snapshot.load();
    if (!saved) return null;
    const index = new OrganizationIndex(saved.library.space, saved.library);
    index.position = saved.position;
    index.snapshot = snapshot;
    return index;
  }

  /** Memory that it holds, about; in bytes. */
  get bytes(): number {
    return this.library.bytes;
  }

  /** The best passages for a query, best first. Without a vector `hybrid` answers as `keyword` and `semantic` finds nothing. */
  search(query: IndexQuery): IndexAnswer {
    const timings: IndexTimings = { keyword_ms: 0, semantic_ms: 0, fusion_ms: 0 };
    const { vector, mode, limit, filter = {}, expansions = [] } = query;
    const parsed = parseQuery(query.text);
    const admission = admit(this.library.slots, filter);
    const rows = this.words.filterOf(parsed, admission.mask);
    const depth = Math.max(CANDIDATES, limit);

    let started = performance.now();
    const plan = this.words.plan(parsed, expansions);
    const byWords = mode === 'semantic' ? [] : this.words.best(plan, admission.mask, rows, depth);
    const exact =
      mode === 'semantic' ? [] : this.words.withIdentifiers(parsed.identifiers, admission.mask, rows, depth);
    timings.keyword_ms = performance.now() - started;

    started = performance.now();
    const byMeaning =
      mode === 'keyword' || !vector
        ? []
        : this.vectors.nearest(vector, admission.mask, admission.passages, rows, depth);
    timings.semantic_ms = performance.now() - started;

    started = performance.now();
    const candidates = this.candidates(byWords, exact, byMeaning, mode === 'semantic' ? null : plan);
    const share = mode === 'semantic' ? 0 : mode === 'keyword' || !vector ? 1 : WEIGHTS.words;
    // Equal scores are ordered by id, so that the same search gives the same pages twice.
    const rated = rate(candidates, share).sort(
      (a, b) => b.score - a.score || (this.idOf(a.place) < this.idOf(b.place) ? -1 : 1),
    );
    const hits = this.hitsOf(rated.slice(0, limit));
    timings.fusion_ms = performance.now() - started;
    return { hits, timings, corrections: mode === 'semantic' ? [] : plan.corrections };
  }

  /** All that were found, each with all that can be said for it, however it was found. */
  private candidates(
    byWords: ScoredPlace[],
    exact: ScoredPlace[],
    byMeaning: ScoredPlace[],
    plan: WordPlan | null,
  ): Candidate[] {
    const found = new Map<number, Candidate>();
    const at = ({ segment, row }: Place): Candidate => {
      const key = segment * MAX_ROWS + row;
      const known = found.get(key);
      if (known) return known;
      const made: Candidate = { segment, row, words: null, similarity: null, exact: null };
      found.set(key, made);
      return made;
    };
    for (const place of byWords) at(place).words = place.score;
    for (const place of exact) at(place).exact = place.score;
    for (const place of byMeaning) at(place).similarity = place.score;
    if (plan) for (const candidate of found.values()) candidate.words ??= this.words.scoreOf(plan, candidate);
    return [...found.values()];
  }

  private hitsOf(rated: readonly Rated[]): IndexAnswer['hits'] {
    const folds = new Map<number, number>();
    return rated.map(({ place, score, keyword_score, similarity, exact }) => {
      const { columns } = this.library.segments[place.segment]!;
      const { revision } = this.library.slots[columns.revisions[place.row]!]!;
      const print = columns.prints[place.row]!;
      const fold = folds.get(print) ?? folds.size;
      folds.set(print, fold);
      const [id, document_id, revision_id] = [this.idOf(place), revision.document_id, revision.id];
      return { id, document_id, revision_id, score, keyword_score, similarity, exact, fold };
    });
  }

  private idOf({ segment, row }: Place): string {
    return this.library.segments[segment]!.columns.ids[row]!;
  }
}
