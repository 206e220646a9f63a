import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { currentContext, warnClient } from '../../common/http/request-context.js';
import { Embeddings } from '../../integrations/embeddings/embeddings.js';
import type { IndexHit } from '../../integrations/search-index/index-query.js';
import { DocumentService, type DocumentRow } from '../documents/document.service.js';
import { IndexFollower, type Proposals } from './index-follower.js';
import { admittedStatuses, SearchRepository, type FoundPassage, type SearchFilters } from './search.repository.js';

export type { FoundPassage, SearchFilters } from './search.repository.js';

export type SearchMode = 'hybrid' | 'keyword' | 'semantic';

export interface SearchRequest {
  query: string;
  filters: SearchFilters;
  mode: SearchMode;
  limit: number;
}

/** A passage with its place in the ranking. */
export interface RankedPassage {
  passage: FoundPassage;
  score: number;
  keyword_score: number | null;
  similarity: number | null;
}

/** A document (more precisely: one revision of it) with its best passages, best first. */
export interface RankedDocument {
  document: DocumentRow;
  score: number;
  passages: RankedPassage[];
}

/** Proposals asked of the index at first, at least, and at most when many of them may not be shown. */
const MIN_DEPTH = 100;
const MAX_DEPTH = 1600;
const PASSAGES_PER_DOCUMENT = 3;
/** Searches made until revisions stand still; after the last, what changed under it is left out. */
const SETTLING_ATTEMPTS = 3;

/** Finds passages and documents. The index proposes, PostgreSQL disposes: nothing is shown that it does not admit. */
@Injectable()
export class SearchService {
  private readonly logger = new Logger(SearchService.name);

  constructor(
    private readonly documents: DocumentService,
    private readonly passages: SearchRepository,
    private readonly index: IndexFollower,
    private readonly embeddings: Embeddings,
  ) {}

  /** The best passages, best first. */
  async findPassages(principal: Principal, request: SearchRequest): Promise<RankedPassage[]> {
    return this.ranked(principal, request, (passages) => passages.length >= request.limit).then((found) =>
      found.slice(0, request.limit),
    );
  }

  /**
   * The best passages for each of several requests with the same filters, all of them as one statement of the database
   * saw them: what is activated or withdrawn between two of the searches is not in one and out of the other.
   */
  async findPassagesTogether(principal: Principal, requests: readonly SearchRequest[]): Promise<RankedPassage[][]> {
    for (let attempt = 1; ; attempt += 1) {
      const rankings: RankedPassage[][] = [];
      for (const request of requests) rankings.push(await this.findPassages(principal, request));
      const ids = rankings.flat().map(({ passage }) => passage.id);
      if (requests.length <= 1 || ids.length === 0) return rankings;
      const filters = requests[0]?.filters ?? {};
      const current = await this.passages.admit(this.documents.visibleTo(principal), ids, filters);
      const currentIds = new Set(current.map(({ id }) => id));
      if (attempt === SETTLING_ATTEMPTS || ids.every((id) => currentIds.has(id))) {
        return rankings.map((ranking) => ranking.filter(({ passage }) => currentIds.has(passage.id)));
      }
    }
  }

  /** The best documents by their best passage, each with up to three passages. */
  async findDocuments(principal: Principal, request: SearchRequest): Promise<RankedDocument[]> {
    const statuses = admittedStatuses(request.filters);
    for (let attempt = 1; ; attempt += 1) {
      const passages = await this.ranked(principal, request, (found) => byRevision(found).size >= request.limit);
      const best = [...byRevision(passages)].slice(0, request.limit);
      const ids = best.map(([revisionId]) => revisionId);
      const rows = await this.documents.findByRevisions(principal, ids);
      // A revision may have been superseded or withdrawn since its passages were admitted: then its successor is asked for.
      const current = new Map(
        rows.filter(({ revision }) => statuses.includes(revision.status)).map((row) => [row.revision.id, row]),
      );
      if (attempt < SETTLING_ATTEMPTS && current.size < ids.length) continue;
      return best.flatMap(([revisionId, found]) => {
        const document = current.get(revisionId);
        return document
          ? [{ document, score: found[0]?.score ?? 0, passages: found.slice(0, PASSAGES_PER_DOCUMENT) }]
          : [];
      });
    }
  }

  /**
   * Admitted passages in the index's order, asking deeper until there are enough or no more to be had. What is admitted
   * depends on revision and document alone, so a revision of which nothing was is left out of the next question:
   * superseded revisions and other teams' manuals do not crowd out what may be shown.
   */
  private async ranked(
    principal: Principal,
    request: SearchRequest,
    enough: (passages: RankedPassage[]) => boolean,
  ): Promise<RankedPassage[]> {
    await this.warnOfUnknownAircraft(principal, request.filters);
    const vector = await this.embed(request);
    const refused = new Set<string>();
    let depth = Math.max(MIN_DEPTH, request.limit * 3);
    for (let attempt = 1; ;) {
      const { hits, position, isComplete } = await this.propose(principal, request, vector, depth, [...refused]);
      const passages = await this.admit(principal, request.filters, hits);
      // What is refused may have been replaced since it was proposed: then its successor is asked for.
      const isUnsettled = isComplete && passages.length < hits.length && attempt++ < SETTLING_ATTEMPTS;
      if (isUnsettled && !(await this.index.isCurrent(principal.organizationId, position))) continue;
      const isLast = enough(passages) || hits.length < depth || depth >= MAX_DEPTH;
      if (isLast) {
        if (!isComplete) warnClient('The search index is being rebuilt; results are incomplete.');
        if (!enough(passages) && hits.length >= depth) {
          warnClient(`Only the best ${depth} passages were looked through; narrow the search to find more.`);
        }
        return passages;
      }
      const admitted = new Set(passages.map(({ passage }) => passage.revision_id));
      for (const { revision_id: id } of hits) if (!admitted.has(id)) refused.add(id);
      depth *= 4;
    }
  }

  private async embed({ query, mode }: SearchRequest): Promise<Float32Array | null> {
    if (mode === 'keyword') return null;
    const startedAt = performance.now();
    try {
      const [vector] = await this.embeddings.embed([query]);
      return vector ?? null;
    } catch (error) {
      this.logger.warn(error);
      warnClient('Search by meaning is not available right now; results were found by their words alone.');
      return null;
    } finally {
      note('embed_ms', performance.now() - startedAt);
    }
  }

  private async propose(
    principal: Principal,
    request: SearchRequest,
    vector: Float32Array | null,
    depth: number,
    refused: string[],
  ): Promise<Proposals> {
    const { query, filters } = request;
    const mode = request.mode === 'semantic' && vector === null ? 'keyword' : request.mode;
    try {
      const found = await this.index.search(principal.organizationId, {
        text: query,
        vector,
        mode,
        limit: depth,
        filter: { ...filters, except_revision_ids: refused },
      });
      for (const [stage, milliseconds] of Object.entries(found.timings)) note(stage, milliseconds as number);
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

  private async admit(principal: Principal, filters: SearchFilters, hits: IndexHit[]): Promise<RankedPassage[]> {
    const startedAt = performance.now();
    const ids = hits.map((hit) => hit.id);
    const admitted = ids.length > 0 ? await this.passages.admit(this.documents.visibleTo(principal), ids, filters) : [];
    note('sql_ms', performance.now() - startedAt);
    const byId = new Map(admitted.map((passage) => [passage.id, passage]));
    return hits.flatMap(({ id, score, keyword_score, similarity }) => {
      const passage = byId.get(id);
      return passage ? [{ passage, score, keyword_score, similarity }] : [];
    });
  }

  private async warnOfUnknownAircraft(principal: Principal, { aircraft_types }: SearchFilters): Promise<void> {
    if (!aircraft_types?.length) return;
    const known = new Set((await this.documents.countBy(principal, 'aircraft_type')).map(({ value }) => value));
    const unknown = aircraft_types.filter((type) => !known.has(type));
    if (unknown.length > 0) warnClient(`There are no documents for these aircraft types: ${unknown.join(', ')}.`);
  }
}

function byRevision(passages: RankedPassage[]): Map<string, RankedPassage[]> {
  const groups = new Map<string, RankedPassage[]>();
  for (const ranked of passages) {
    const { revision_id: revisionId } = ranked.passage;
    const group = groups.get(revisionId);
    if (group) group.push(ranked);
    else groups.set(revisionId, [ranked]);
  }
  return groups;
}

/** A stage's duration for `meta.debug`. */
function note(stage: string, milliseconds: number): void {
  const debug = currentContext()?.debug;
  if (debug) debug[stage] = Math.round(milliseconds * 100) / 100;
}
