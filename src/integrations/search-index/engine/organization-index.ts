import type { IndexAnswer, IndexQuery, IndexReader, IndexTimings } from '../index-query.js';
import { parseQuery } from '../query/parse-query.js';
import { admit } from './admission.js';
import type { Place } from './best-rows.js';
import { mergeFound } from './candidates.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine.types.js';
import { Holdings } from './holdings.js';
import { rate, WEIGHTS, type Rated } from './ranking.js';
import { Readable } from './readable.js';
import { Snapshot } from './snapshot.js';
import { VectorSearch } from './vector-search.js';
import { WordSearch } from './word-search.js';

/** Candidates of each kind that are compared with each other; deeper changed nothing on the measured sets (ADR 0019). */
const CANDIDATES = 100;

/** Kinds of readers whose statistics are kept until the index changes. */
const MAX_READERS = 64;

/**
 * The search index of one organization, in memory: derived data, which proposes; PostgreSQL decides. Nothing here waits for
 * anything, so one search is one step of its thread.
 */
export class OrganizationIndex {
  /** How far it follows the organization's changes. */
  position = 0;
  private snapshot: Snapshot | null = null;
  private readonly words: WordSearch;
  private readonly readers = new Map<string, Readable>();

  constructor(
    space: VectorSpace,
    private readonly holdings = new Holdings(space),
  ) {
    this.words = new WordSearch(holdings.vocabulary);
  }

  /** What vectors it takes. */
  get space(): VectorSpace {
    return this.holdings.space;
  }

  /** Passages that can be found. */
  get passages(): number {
    return this.holdings.passages;
  }

  /** Null when the revision is not known. */
  textVersionOf(revisionId: string): string | null {
    return this.holdings.find(revisionId)?.text_version ?? null;
  }

  /** Adds a revision with all its passages, in place of what is there of it; searched from now on. */
  put(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    this.append(revision, passages);
    this.finish(revision);
  }

  /** As {@link put}, a piece at a time: nothing of it is found before {@link finish}. Revisions come one after the other. */
  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    this.holdings.append(revision, passages);
  }

  finish(revision: IndexedRevision): void {
    this.holdings.finish(revision);
    this.readers.clear();
  }

  /** Forgets what was appended and not finished. */
  discard(): void {
    this.holdings.discard();
  }

  /** Takes over what is known of a revision beside its passages, its readers among it; false when it is not known. */
  describe(revision: IndexedRevision): boolean {
    this.readers.clear();
    return this.holdings.describe(revision);
  }

  remove(revisionId: string): void {
    this.holdings.remove(revisionId);
    this.readers.clear();
  }

  /** One bounded step of housekeeping; true when there may be more to do. */
  tidy(): boolean {
    this.readers.clear();
    return this.holdings.tidy();
  }

  /** Writes what changed since it was saved last, or loaded. */
  save(folder: string): void {
    this.snapshot ??= new Snapshot(folder);
    this.snapshot.save(this.holdings, this.position);
  }

  /** What was saved in a folder; null when nothing is there. @throws Error when it cannot be used */
  static load(folder: string): OrganizationIndex | null {
    const snapshot = new Snapshot(folder);
    const saved = snapshot.load();
    if (!saved) return null;
    const index = new OrganizationIndex(saved.holdings.space, saved.holdings);
    index.position = saved.position;
    index.snapshot = snapshot;
    return index;
  }

  /** Memory that it holds, about; in bytes. */
  get bytes(): number {
    return this.holdings.bytes;
  }

  /**
   * The best passages for a query of those that its reader may find, best first; computed as if there were no others.
   * Without a vector `hybrid` answers as `keyword` and `semantic` finds nothing.
   */
  search(query: IndexQuery): IndexAnswer {
    const timings: IndexTimings = { keyword_ms: 0, semantic_ms: 0, fusion_ms: 0 };
    const { vector, mode, limit, filter = {}, expansions = [] } = query;
    const parsed = parseQuery(query.text);
    const readable = this.readableBy(query.reader, filter.include_superseded === true);
    const scope = admit(readable, filter);
    const rows = this.words.filterOf(parsed, scope);
    const depth = Math.max(CANDIDATES, limit);

    let started = performance.now();
    const plan = mode === 'semantic' ? null : this.words.plan(parsed, expansions, readable);
    const byWords = plan ? this.words.best(plan, scope, rows, depth) : [];
    const exact = plan ? this.words.withIdentifiers(parsed.identifiers, scope, rows, depth) : [];
    timings.keyword_ms = performance.now() - started;

    started = performance.now();
    const vectors = mode === 'keyword' || !vector ? null : new VectorSearch(vector, scope, rows);
    const byMeaning = vectors?.nearest(depth) ?? [];
    timings.semantic_ms = performance.now() - started;

    started = performance.now();
    const candidates = mergeFound({
      ...{ byWords, exact, byMeaning },
      wordsOf: (place) => plan && this.words.scoreOf(plan, place, readable),
      similarityOf: (place) => vectors?.similarityOf(place) ?? null,
    });
    const share = mode === 'semantic' ? 0 : vectors ? WEIGHTS.words : 1;
    const idOf = ({ segment, row }: Place): string => readable.segments[segment]!.segment.columns.ids[row]!;
    // Equal scores are ordered by id, so that the same search gives the same pages twice.
    const rated = rate(candidates, share).sort((a, b) => b.score - a.score || (idOf(a.place) < idOf(b.place) ? -1 : 1));
    const hits = hitsOf(readable, rated.slice(0, limit));
    timings.fusion_ms = performance.now() - started;
    return { hits, timings, corrections: plan?.corrections ?? [], readable: readable.passages };
  }

  private readableBy(reader: IndexReader, withSuperseded: boolean): Readable {
    const key = JSON.stringify([reader, withSuperseded]);
    const known = this.readers.get(key);
    if (known) return known;
    if (this.readers.size >= MAX_READERS) this.readers.clear();
    const made = new Readable(this.holdings.libraries, reader, withSuperseded);
    this.readers.set(key, made);
    return made;
  }
}

function hitsOf({ segments }: Readable, rated: readonly Rated[]): IndexAnswer['hits'] {
  const folds = new Map<number, number>();
  return rated.map(({ place: { segment: index, row }, score, keyword_score, similarity, exact }) => {
    const {
      segment: { columns },
      part: { library },
    } = segments[index]!;
    const { id: revision_id, document_id } = library.slots[columns.revisions[row]!]!.revision;
    const print = columns.prints[row]!;
    const fold = folds.get(print) ?? folds.size;
    folds.set(print, fold);
    return { id: columns.ids[row]!, document_id, revision_id, score, keyword_score, similarity, exact, fold };
  });
}
