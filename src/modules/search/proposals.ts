import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { warnClient } from '../../common/http/request-context.js';
import { fitsAircraft, isAnyAircraft } from '../../common/aircraft.js';
import type { Correction, IndexAnswer } from '../../integrations/search-index/index-query.js';
import { parseQuery, type ParsedQuery } from '../../integrations/search-index/query/parse-query.js';
import type { Expansion } from '../../integrations/search-index/query/synonyms.js';
import { DocumentService } from '../documents/document.service.js';
import { IndexFollower, type FollowedAnswer } from './index-follower.js';
import { QueryVectors } from './query-vectors.js';
import { SearchRepository } from './search.repository.js';
import type { AdmittedHit, SearchFilters, SearchRequest } from './search.types.js';
import { addStage, inStage } from './stage-timings.js';
import { SynonymLists } from './synonym-lists.js';

/** Proposals asked of the index at first, at least, and at most when many of them may not be shown. */
const MIN_DEPTH = 100;
const MAX_DEPTH = 1600;
/**
 * Times that the index is asked again because what it proposed was replaced before it could be admitted; and when there was
 * nothing else.
 */
const SETTLING_ATTEMPTS = 3;
const SETTLING_ATTEMPTS_FOR_ANY = 10;

const BY_WORDS_ALONE = 'Search by meaning is not available right now; results were found by their words alone.';

export interface Proposed {
  /** Best first. */
  hits: AdmittedHit[];
  corrections: Correction[];
  /** Synonyms that were searched for besides. */
  expansions: Expansion[];
  /** False when the index lacks passages: it is being built. */
  isComplete: boolean;
  /** Passages looked through, where there were more and not enough of those could be shown; else null. */
  depthReached: number | null;
}

/** Asks the index, and PostgreSQL what of its proposals may be shown. Texts are fetched later, of what will be shown. */
@Injectable()
export class Proposals {
  constructor(
    private readonly documents: DocumentService,
    private readonly passages: SearchRepository,
    private readonly index: IndexFollower,
    private readonly vectors: QueryVectors,
    private readonly synonyms: SynonymLists,
  ) {}

  /**
   * Admitted hits in the index's order, asking deeper until there are enough or no more to be had. What is admitted
   * depends on revision and document alone: so revisions are asked about and not their passages, and one that was not
   * admitted is left out of the next question. Superseded revisions and other teams' manuals do not crowd out what may be
   * shown.
   *
   * `unasked` gives them as they are, none admitted: for who will fetch with the same conditions and comes back when
   * something is missing. Nearly always nothing is, and a question is saved. `others` asks on for other revisions than those
   * that were found: one large manual does not crowd out all the rest.
   *
   * @throws AppError SERVICE_UNAVAILABLE (search_index)
   */
  async find(
    principal: Principal,
    request: SearchRequest,
    enough: (hits: AdmittedHit[]) => boolean,
    { unasked, others = false }: { unasked: boolean; others?: boolean },
  ): Promise<Proposed> {
    const parsed = parseQuery(request.query);
    const isByMeaning = request.mode === 'semantic' || (request.mode === 'hybrid' && !isNumbersAlone(parsed));
    let model = isByMeaning ? await this.index.modelOf(principal.organizationId) : null;
    let vector = await this.embed(request, model);
    const expansions = await this.expand(principal, request, parsed);
    const passedOver = new Set<string>();
    const kept: AdmittedHit[] = [];
    let looked = 0;
    let depth = Math.max(MIN_DEPTH, request.limit * 3);
    for (let settling = 0; ;) {
      const found = await this.propose(principal, request, {
        vector,
        expansions,
        limit: depth,
        passedOver: [...passedOver],
      });
      const { hits, corrections, isComplete } = found;
      // The library is searched with another embedding model since.
      if (isByMeaning && found.model !== null && found.model !== model && settling < SETTLING_ATTEMPTS) {
        settling += 1;
        model = found.model;
        vector = await this.embed(request, model);
        continue;
      }
      const admitted = unasked
        ? hits.map((hit) => ({ ...hit, superseded: false }))
        : await this.admit(principal, request.filters, hits);
      // What is refused may have been replaced since it was proposed: then its successor is to be proposed.
      const isEmpty = kept.length + admitted.length === 0;
      const isRefused = admitted.length < hits.length && (isComplete || isEmpty);
      const isOutdated = isRefused && !(await this.index.isCurrent(principal, found));
      // Each question to an index that is behind has waited for it.
      if (isOutdated && settling < (isComplete && isEmpty ? SETTLING_ATTEMPTS_FOR_ANY : SETTLING_ATTEMPTS)) {
        settling += 1;
        continue;
      }
      const all = behind(kept, admitted);
      looked = others ? looked + hits.length : depth;
      const isLast = enough(all) || hits.length < depth || looked >= MAX_DEPTH;
      if (isLast) {
        if (model !== null && vector === null && found.readable > 0) warnClient(BY_WORDS_ALONE);
        const depthReached = !enough(all) && hits.length >= depth ? looked : null;
        return { hits: all, corrections, expansions, isComplete: isComplete && !isOutdated, depthReached };
      }
      const shown = new Set(others ? [] : admitted.map(({ revision_id: id }) => id));
      for (const { revision_id: id } of hits) if (!shown.has(id)) passedOver.add(id);
      if (others) kept.splice(0, kept.length, ...all);
      else depth = Math.min(depth * 4, MAX_DEPTH);
    }
  }

  /**
   * The filters with the aircraft types as the caller's documents have them: those that fit what was asked for, by the rule of
   * `fitsAircraft`. The index and PostgreSQL then compare them whole. Warns of types that no document fits.
   */
  async withKnownAircraft(principal: Principal, filters: SearchFilters): Promise<SearchFilters> {
    const asked = filters.aircraft_types;
    if (!asked?.length) return filters;
    const known = (await this.documents.listAircraftTypes(principal)).map(({ value }) => value);
    const unknown = asked.filter(
      (type) => !isAnyAircraft(type) && !known.some((other) => !isAnyAircraft(other) && fitsAircraft(other, type)),
    );
    if (unknown.length > 0) warnClient(`There are no documents for these aircraft types: ${unknown.join(', ')}.`);
    // What was asked for stays in the list, which would otherwise admit everything when it is empty.
    const fitting = known.filter((other) => asked.some((type) => fitsAircraft(other, type)));
    return { ...filters, aircraft_types: [...new Set([...asked, ...fitting])] };
  }

  /** Null when nobody asked by meaning, or nobody can tell it. */
  private async embed({ query }: SearchRequest, model: string | null): Promise<Float32Array | null> {
    return model === null ? null : inStage('embed', () => this.vectors.embed(query, model));
  }

  private async expand(
    { organizationId }: Principal,
    { mode }: SearchRequest,
    { words, surface }: ParsedQuery,
  ): Promise<Expansion[]> {
    if (mode === 'semantic' || words.length === 0) return [];
    return (await this.synonyms.listOf(organizationId)).expansionsOf(words, surface);
  }

  private async propose(
    principal: Principal,
    { query, filters, mode }: SearchRequest,
    asked: { vector: Float32Array | null; expansions: Expansion[]; limit: number; passedOver: string[] },
  ): Promise<FollowedAnswer> {
    const { passedOver, ...rest } = asked;
    const asQuery = {
      text: query,
      ...rest,
      mode: mode === 'semantic' && rest.vector === null ? 'keyword' : mode,
      filter: { ...filters, except_revision_ids: passedOver },
    } as const;
    try {
      const found = await inStage('index', () => this.index.search(principal, asQuery));
      for (const [stage, milliseconds] of Object.entries(found.timings)) {
        addStage(stage as keyof typeof found.timings, milliseconds as number);
      }
      return found;
    } catch (error) {
      const headers = { 'retry-after': '5' };
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'The search index does not answer right now',
        { reason: 'search_index' },
        { cause: error, headers },
      );
    }
  }

  private async admit(principal: Principal, filters: SearchFilters, hits: IndexAnswer['hits']): Promise<AdmittedHit[]> {
    if (hits.length === 0) return [];
    const proposed = [...new Set(hits.map((hit) => hit.revision_id))];
    const rows = await inStage('admission', () =>
      this.passages.admitRevisions(this.documents.visibleTo(principal), filters, proposed),
    );
    const admitted = new Map(rows.map(({ id, superseded }) => [id, superseded]));
    return hits.flatMap((hit) => {
      const superseded = admitted.get(hit.revision_id);
      return superseded === undefined ? [] : [{ ...hit, superseded }];
    });
  }
}

/** Numbers alone have no meaning that a vector could tell: what holds them is found by them, and nothing else is meant. */
function isNumbersAlone({ words, phrases, identifiers }: ParsedQuery): boolean {
  return identifiers.length > 0 && words.length === 0 && phrases.length === 0;
}

/**
 * Hits of a further answer behind those of the ones before. Scores and fold numbers hold within one answer: a score is not above
 * the last before it, and texts of two answers are not taken for the same.
 */
function behind(before: readonly AdmittedHit[], further: readonly AdmittedHit[]): AdmittedHit[] {
  const least = before.at(-1)?.score ?? Infinity;
  const folds = before.reduce((most, { fold }) => Math.max(most, fold + 1), 0);
  return [...before, ...further.map((hit) => ({ ...hit, score: Math.min(hit.score, least), fold: hit.fold + folds }))];
}
