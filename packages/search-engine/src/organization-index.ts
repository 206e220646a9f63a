import { LRUCache } from 'lru-cache';
import type { IndexAnswer, IndexQuery, IndexReader, IndexTimings } from './index-query.js';
import { parseQuery } from './words/parse-query.js';
import { admit } from './visibility/admission.js';
import type { Place } from './ranking/best-rows.js';
import { mergeFound } from './ranking/candidates.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine.types.js';
import { LibrarySet } from './libraries/library-set.js';
import { fuse, WEIGHTS, type FusedCandidate } from './ranking/fusion.js';
import { Readable } from './visibility/readable.js';
import { Snapshot } from './snapshots/snapshot.js';
import { VectorSearch } from './vectors/vector-search.js';
import { WordSearch } from './words/word-search.js';

/** Candidates of each kind to fuse. More changed nothing on the measured sets (ADR 0019). */
const CANDIDATES = 100;

const MAX_READERS = 64;

/** The in-memory search index of one organization. It is derived data: PostgreSQL decides what is shown. All methods are synchronous. */
export class OrganizationIndex {
  position = 0;
  private snapshot: Snapshot | null = null;
  private readonly words: WordSearch;
  private readonly readers = new LRUCache<string, Readable>({ max: MAX_READERS });

  constructor(
    space: VectorSpace,
    private readonly libraries = new LibrarySet(space),
  ) {
    this.words = new WordSearch(libraries.vocabulary);
  }

  get space(): VectorSpace {
    return this.libraries.space;
  }

  get passages(): number {
    return this.libraries.passages;
  }

  /** Null for an unknown revision. */
  textVersionOf(revisionId: string): string | null {
    return this.libraries.find(revisionId)?.text_version ?? null;
  }

  put(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    this.append(revision, passages);
    this.finish(revision);
  }

  append(revision: IndexedRevision, passages: readonly IndexedPassage[]): void {
    this.libraries.append(revision, passages);
  }

  finish(revision: IndexedRevision): void {
    this.libraries.finish(revision);
    this.readers.clear();
  }

  discard(): void {
    this.libraries.discard();
  }

  /** Updates metadata, including the audience. Returns false for an unknown revision. */
  describe(revision: IndexedRevision): boolean {
    this.readers.clear();
    return this.libraries.describe(revision);
  }

  remove(revisionId: string): void {
    this.libraries.remove(revisionId);
    this.readers.clear();
  }

  /** One bounded step of maintenance. Returns true if there may be more. */
  maintain(): boolean {
    this.readers.clear();
    return this.libraries.maintain();
  }

  /** Writes the changes since the last save or load. */
  save(folder: string): void {
    this.snapshot ??= new Snapshot(folder);
    this.snapshot.save(this.libraries, this.position);
  }

  /** Null if there is no snapshot. @throws Error if it cannot be used */
  static load(folder: string): OrganizationIndex | null {
    const snapshot = new Snapshot(folder);
    const saved = snapshot.load();
    if (!saved) return null;
    const index = new OrganizationIndex(saved.libraries.space, saved.libraries);
    index.position = saved.position;
    index.snapshot = snapshot;
    return index;
  }

  /** Estimated memory in bytes. */
  get bytes(): number {
    return this.libraries.bytes;
  }

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
    // Equal scores are ordered by id, for stable results.
    const rated = fuse(candidates, share).sort((a, b) => b.score - a.score || (idOf(a.place) < idOf(b.place) ? -1 : 1));
    const hits = hitsOf(readable, rated.slice(0, limit));
    timings.fusion_ms = performance.now() - started;
    return { hits, timings, corrections: plan?.corrections ?? [], readable: readable.passages };
  }

  private readableBy(reader: IndexReader, withSuperseded: boolean): Readable {
    const key = JSON.stringify([reader, withSuperseded]);
    const known = this.readers.get(key);
    if (known) return known;
    const made = new Readable(this.libraries.byAudience, reader, withSuperseded);
    this.readers.set(key, made);
    return made;
  }
}

function hitsOf({ segments }: Readable, rated: readonly FusedCandidate[]): IndexAnswer['hits'] {
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
