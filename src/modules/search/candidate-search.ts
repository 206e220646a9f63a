import { Injectable } from '@nestjs/common';
import { fitsAircraft, isAnyAircraft } from '@amks/language/aircraft/designators.js';
import type { Expansion } from '@amks/language/synonyms/synonyms.js';
import type { Correction, IndexAnswer, IndexTimings } from '@amks/search-engine/index-query.js';
import { parseQuery, type ParsedQuery } from '@amks/search-engine/words/parse-query.js';
import { warnClient } from '../../common/context/request-context.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Principal } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { IndexSync, type ReaderQuery, type SyncedAnswer } from './index/index-sync.js';
import { QueryVectors } from './query-vectors.js';
import { SearchRepository } from './search.repository.js';
import type { AdmittedHit, SearchFilters, SearchRequest } from './search.types.js';
import { addStage, inStage } from './stage-timings.js';
import { SynonymLists } from './synonym-lists.js';

/** Hits requested from the index in the first round at least, and in all rounds at most. */
const MIN_DEPTH = 100;
const MAX_DEPTH = 1600;
/** Retries of one search while the library changes under it; more while it has found nothing in a complete index. */
const MAX_RETRIES = 3;
const MAX_RETRIES_WITHOUT_HITS = 10;

const BY_WORDS_ALONE = 'Search by meaning is not available right now; results were found by their words alone.';

/** @typeParam T what the caller makes of the hits: single hits, or groups of them */
export interface Candidates<T> {
  /** At most `request.limit`. */
  results: T[];
  corrections: Correction[];
  /** Synonyms that were searched for in addition. */
  expansions: Expansion[];
  /** False while the index is being built and lacks passages. */
  isComplete: boolean;
  /** Number of passages examined, if the search stopped there without enough hits; else null. */
  depthReached: number | null;
}

export interface CandidateOptions {
  /** Skips the check of hits. The caller must fetch them under the same conditions and search again if one is missing. */
  skipAdmission: boolean;
  /** Includes everything committed before the call. */
  isFresh: boolean;
  /** Excludes revisions already found from later rounds, so that one large manual does not crowd out the others. */
  excludeFound?: boolean;
}

/** What a search asks the index, with the state that its rounds share. */
interface CandidateQuery {
  request: SearchRequest;
  isByMeaning: boolean;
  expansions: Expansion[];
  skipAdmission: boolean;
  isFresh: boolean;
  /** Null for a search by words alone. */
  model: string | null;
  /** Null if the search is by words alone, or the model is unavailable. */
  vector: Float32Array | null;
  excluded: Set<string>;
  retriesUsed: number;
}

interface Round {
  answer: SyncedAnswer;
  admitted: AdmittedHit[];
  /** The library changed again after the last retry, so hits may be missing. */
  isOutdated: boolean;
}

/** Retrieves hits from the index and keeps those that PostgreSQL admits. Callers fetch the texts of what they show. */
@Injectable()
export class CandidateSearch {
  constructor(
    private readonly documents: DocumentService,
    private readonly passages: SearchRepository,
    private readonly index: IndexSync,
    private readonly vectors: QueryVectors,
    private readonly synonyms: SynonymLists,
  ) {}

  /**
   * Gathers admitted hits in index order, in ever deeper rounds, until there are `request.limit` results. Admission depends on revision and document alone, so later rounds exclude refused
   * revisions: superseded revisions and other teams' manuals do not crowd out visible ones.
   * @throws AppError SERVICE_UNAVAILABLE (search_index)
   */
  async find<T>(
    principal: Principal,
    request: SearchRequest,
    gather: (hits: readonly AdmittedHit[]) => T[],
    { excludeFound = false, ...options }: CandidateOptions,
  ): Promise<Candidates<T>> {
    const query = await this.prepare(principal, request, options);
    let hits: AdmittedHit[] = [];
    let depth = Math.max(MIN_DEPTH, request.limit * 3);
    for (let examined = 0; ;) {
      const { answer, admitted, isOutdated } = await this.runRound(principal, query, depth, hits.length);
      const all = append(hits, admitted);
      const results = gather(all).slice(0, request.limit);
      const isEnough = results.length >= request.limit;
      examined = excludeFound ? examined + answer.hits.length : depth;
      const hasMore = answer.hits.length >= depth;
      if (isEnough || !hasMore || examined >= MAX_DEPTH) {
        if (query.model !== null && query.vector === null && answer.readable > 0) warnClient(BY_WORDS_ALONE);
        return {
          results,
          corrections: answer.corrections,
          expansions: query.expansions,
          isComplete: answer.isComplete && !isOutdated,
          depthReached: !isEnough && hasMore ? examined : null,
        };
      }
      const kept = new Set(excludeFound ? [] : admitted.map(({ revision_id: id }) => id));
      for (const { revision_id: id } of answer.hits) if (!kept.has(id)) query.excluded.add(id);
      if (excludeFound) hits = all;
      else depth = Math.min(depth * 4, MAX_DEPTH);
    }
  }

  /** Replaces the publication by its documents, and aircraft types as {@link withKnownAircraft}. */
  async resolve(principal: Principal, { publication_id: id, ...filters }: SearchFilters): Promise<SearchFilters> {
    if (id === undefined) return this.withKnownAircraft(principal, filters);
    const { document_ids: asked = [] } = filters;
    const all = await this.documents.listIdsInPublication(principal, id);
    const wanted = asked.length > 0 ? all.filter((one) => asked.includes(one)) : all;
    // An empty list would admit every document.
    return this.withKnownAircraft(principal, { ...filters, document_ids: wanted.length > 0 ? wanted : [id] });
  }

  /** Replaces aircraft types by matching ones of visible documents, because whole values are compared. Warns of types without match. */
  private async withKnownAircraft(principal: Principal, filters: SearchFilters): Promise<SearchFilters> {
    const asked = filters.aircraft_types;
    if (!asked?.length) return filters;
    const known = (await this.documents.listAircraftTypes(principal)).map(({ value }) => value);
    const unknown = asked.filter(
      (type) => !isAnyAircraft(type) && !known.some((other) => !isAnyAircraft(other) && fitsAircraft(other, type)),
    );
    if (unknown.length > 0) warnClient(`There are no documents for these aircraft types: ${unknown.join(', ')}.`);
    // The requested types stay: an empty list would admit every aircraft.
    const fitting = known.filter((other) => asked.some((type) => fitsAircraft(other, type)));
    return { ...filters, aircraft_types: [...new Set([...asked, ...fitting])] };
  }

  private async prepare(
    principal: Principal,
    request: SearchRequest,
    options: Pick<CandidateOptions, 'skipAdmission' | 'isFresh'>,
  ): Promise<CandidateQuery> {
    const parsed = parseQuery(request.query);
    const isByMeaning = request.mode === 'semantic' || (request.mode === 'hybrid' && !isIdentifiersAlone(parsed));
    const model = isByMeaning ? await this.index.modelOf(principal.organizationId) : null;
    const vector = await this.embed(principal, request, model);
    const expansions = await this.expand(principal, request, parsed);
    return { request, isByMeaning, expansions, ...options, model, vector, excluded: new Set(), retriesUsed: 0 };
  }

  /** Asks the index, again if the library changed between its answer and the admission. */
  private async runRound(principal: Principal, query: CandidateQuery, depth: number, found: number): Promise<Round> {
    for (; ; query.retriesUsed += 1) {
      const answer = await this.ask(principal, query, depth);
      if (query.retriesUsed < MAX_RETRIES && (await this.embedForModelOf(principal, answer, query))) continue;
      const admitted = query.skipAdmission
        ? answer.hits.map((hit) => ({ ...hit, superseded: false, marked: false }))
        : await this.admit(principal, query.request.filters, answer.hits);
      const hasHits = found + admitted.length > 0;
      // A refused hit may have been replaced since; its successor is then in a current answer.
      const isRefused = admitted.length < answer.hits.length && (answer.isComplete || !hasHits);
      const isOutdated = isRefused && !(await this.index.isCurrent(principal, answer));
      // An incomplete index already waited in each call, so it gets few retries.
      const maxRetries = answer.isComplete && !hasHits ? MAX_RETRIES_WITHOUT_HITS : MAX_RETRIES;
      if (!isOutdated || query.retriesUsed >= maxRetries) return { answer, admitted, isOutdated };
    }
  }

  /** Embeds the query again if the index has switched to another embedding model. @returns whether it has */
  private async embedForModelOf(
    principal: Principal,
    { model }: SyncedAnswer,
    query: CandidateQuery,
  ): Promise<boolean> {
    if (!query.isByMeaning || model === null || model === query.model) return false;
    query.model = model;
    query.vector = await this.embed(principal, query.request, model);
    return true;
  }

  private async embed(
    { organizationId }: Principal,
    { query }: SearchRequest,
    model: string | null,
  ): Promise<Float32Array | null> {
    return model === null ? null : inStage('embed', () => this.vectors.embed(organizationId, query, model));
  }

  private async expand(
    principal: Principal,
    { mode }: SearchRequest,
    { words, surface }: ParsedQuery,
  ): Promise<Expansion[]> {
    if (mode === 'semantic' || words.length === 0) return [];
    return (await this.synonyms.listOf(principal)).expansionsOf(words, surface);
  }

  private async ask(
    principal: Principal,
    { request: { query, filters, mode }, isFresh, vector, expansions, excluded }: CandidateQuery,
    limit: number,
  ): Promise<SyncedAnswer> {
    const asQuery: ReaderQuery = {
      text: query,
      vector,
      expansions,
      limit,
      mode: mode === 'semantic' && vector === null ? 'keyword' : mode,
      filter: { ...filters, except_revision_ids: [...excluded] },
    };
    try {
      const answer = await inStage('index', () => this.index.search(principal, asQuery, { isFresh }));
      for (const [stage, milliseconds] of Object.entries(answer.timings ?? {})) {
        addStage(stage as keyof IndexTimings, milliseconds as number);
      }
      return answer;
    } catch (error) {
      const headers = { 'retry-after': '5' };
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'The search index is temporarily unavailable',
        { reason: 'search_index' },
        { cause: error, headers },
      );
    }
  }

  private async admit(principal: Principal, filters: SearchFilters, hits: IndexAnswer['hits']): Promise<AdmittedHit[]> {
    if (hits.length === 0) return [];
    const revisionIds = [...new Set(hits.map((hit) => hit.revision_id))];
    const rows = await inStage('admission', () =>
      this.passages.admitRevisions(
        this.documents.visibleTo(principal),
        filters,
        revisionIds,
        hits.map(({ id }) => id),
      ),
    );
    const admitted = new Map(rows.map(({ id, superseded }) => [id, superseded]));
    const marked = new Set(rows.flatMap((row) => row.marked));
    return hits.flatMap((hit) => {
      const superseded = admitted.get(hit.revision_id);
      return superseded === undefined ? [] : [{ ...hit, superseded, marked: marked.has(hit.id) }];
    });
  }
}

/** Part numbers and task numbers have no meaning that a vector could find. */
function isIdentifiersAlone({ words, phrases, identifiers }: ParsedQuery): boolean {
  return identifiers.length > 0 && words.length === 0 && phrases.length === 0;
}

/** Scores and fold numbers hold within one round: later scores are capped at the last earlier one, and fold numbers shifted. */
function append(before: readonly AdmittedHit[], further: AdmittedHit[]): AdmittedHit[] {
  if (before.length === 0) return further;
  const lowest = before.at(-1)?.score ?? Infinity;
  const folds = before.reduce((most, { fold }) => Math.max(most, fold + 1), 0);
  return [...before, ...further.map((hit) => ({ ...hit, score: Math.min(hit.score, lowest), fold: hit.fold + folds }))];
}
