import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import type { SynonymList } from '@amks/language/synonyms/synonyms.js';
import { Database } from '../../common/database/database.js';
import { UsageMeter } from '../../integrations/metering/usage-meter.js';
import { inStage } from './stage-timings.js';
import { DocumentService, type DocumentRow } from '../documents/document.service.js';
import { ChangeFinder } from './changes/change-finder.js';
import { subjectOfDocument, subjectOfPassage } from './changes/change-subject.js';
import { overlayFirst } from './overlay-first.js';
import { byRevision, foldHits, foldInRevisions, unfolded, type FoldedHit } from './folding.js';
import { CandidateSearch, type CandidateOptions, type Candidates } from './candidate-search.js';
import { admittedStatuses, SearchRepository, type FoundPage } from './search.repository.js';
import type {
  AdmittedHit,
  ChangeNotice,
  Duplicate,
  Found,
  Judge,
  FoundPassage,
  RankedDocument,
  RankedPassage,
  SearchFilters,
  SearchRequest,
} from './search.types.js';
import { warnOfSearch } from './search-warnings.js';
import { queryTerms } from './snippet.js';
import { SynonymLists } from './synonym-lists.js';

export type { ChangeNotice, FoundPassage, RankedPassage, SearchFilters, SearchRequest } from './search.types.js';

/** Pages of a document with an excerpt, and hits examined for further pages. */
const SHOWN_PAGES = 3;
const HITS_PER_DOCUMENT = 20;
/** Attempts while revisions change; after the last, changed ones are left out. */
const SETTLING_ATTEMPTS = 8;

/** The index finds candidates; PostgreSQL decides what is shown. */
@Injectable()
export class SearchService {
  constructor(
    private readonly documents: DocumentService,
    private readonly passages: SearchRepository,
    private readonly candidates: CandidateSearch,
    private readonly changes: ChangeFinder,
    private readonly synonyms: SynonymLists,
    private readonly usage: UsageMeter,
    private readonly db: Database,
  ) {}

  /** The best passages, best first, with near-duplicates folded. */
  async findPassages(principal: Principal, request: SearchRequest, fold = foldHits): Promise<Found<RankedPassage>> {
    this.usage.count('searches', principal.organizationId);
    const { rankings, candidates } = await this.rank(principal, [request], fold);
    return { results: rankings[0] ?? [], terms: queryTerms(request.query, candidates[0]) };
  }

  /** One statement, so that a revision activated in between is in all or none. Not folded: equal texts can apply to different aircraft. */
  async findPassagesTogether(
    principal: Principal,
    queries: readonly string[],
    shared: Omit<SearchRequest, 'query'>,
  ): Promise<RankedPassage[][]> {
    const requests = queries.map((query) => ({ ...shared, query }));
    return (await this.rank(principal, requests, unfolded)).rankings;
  }

  /** The organization's synonyms. */
  synonymsOf(principal: Principal): Promise<SynonymList> {
    return this.synonyms.listOf(principal);
  }

  /** @param judge of passages for one aircraft: those that do not apply are not shown, so that a page shows the branch that does */
  async findDocuments(principal: Principal, request: SearchRequest, judge?: Judge): Promise<Found<RankedDocument>> {
    this.usage.count('searches', principal.organizationId);
    const filters = await this.candidates.resolve(principal, request.filters);
    for (let attempt = 1; ; attempt += 1) {
      const candidates = await this.candidates.find(
        principal,
        { ...request, filters },
        // Equal texts can be branches for different aircraft.
        (hits) => [...byRevision(judge ? unfolded(hits) : foldInRevisions(hits))],
        { ...optionsOf(attempt, filters), excludeFound: true },
      );
      const { best, isSettled } = await this.judged(principal, filters, candidates.results, judge);
      const results = await this.showDocuments(principal, filters, best);
      // A revision may have been superseded, withdrawn or hidden since; the next attempt finds others.
      const isWhole = isSettled && results.length === best.length;
      if (attempt < SETTLING_ATTEMPTS && !isWhole) continue;
      warnOfSearch(
        { ...candidates, isComplete: candidates.isComplete && isWhole },
        results.flatMap(({ matches }) => matches.map(({ match }) => match)),
      );
      return { results, terms: queryTerms(request.query, candidates) };
    }
  }

  /** Newer bulletins by passage id; passages without bulletins are missing. */
  findChanges(principal: Principal, passages: readonly FoundPassage[]): Promise<Map<string, ChangeNotice[]>> {
    return this.changes.find(principal, passages.map(subjectOfPassage));
  }

  private async rank(
    principal: Principal,
    requests: readonly SearchRequest[],
    fold: (hits: readonly AdmittedHit[]) => FoldedHit[],
  ): Promise<{ rankings: RankedPassage[][]; candidates: Candidates<FoldedHit>[] }> {
    const filters = await this.candidates.resolve(principal, requests[0]?.filters ?? {});
    for (let attempt = 1; ; attempt += 1) {
      const candidates: Candidates<FoldedHit>[] = [];
      for (const request of requests)
        candidates.push(
          await this.candidates.find(principal, { ...request, filters }, fold, optionsOf(attempt, filters)),
        );
      const best = candidates.map(({ results }) => results);
      const ids = [...new Set(best.flat().map(({ hit }) => hit.id))];
      const passages =
        ids.length === 0
          ? []
          : await this.fetch(() => this.passages.findPassages(this.documents.visibleTo(principal), filters, ids));
      const isWhole = passages.length === ids.length;
      if (attempt < SETTLING_ATTEMPTS && !isWhole) continue;
      const byId = new Map(passages.map((passage) => [passage.id, passage]));
      const places = await this.placesOf(principal, filters, best.flat());
      // Without admission, what a temporary revision marks is folded with other copies of its text.
      if (attempt === 1 && best.flat().some((folded) => isMarkedFolded(folded, byId.get(folded.hit.id), places)))
        continue;
      for (const one of candidates) warnOfSearch({ ...one, isComplete: one.isComplete && isWhole }, passages);
      const rankings = best.map((hits) =>
        hits.flatMap(({ hit: { id, score, keyword_score, similarity }, duplicates }) => {
          const passage = byId.get(id);
          if (!passage) return [];
          return [{ passage, score, keyword_score, similarity, duplicates: elsewhere(duplicates, places, passage) }];
        }),
      );
      const ordered = rankings.map((ranking) =>
        overlayFirst(ranking, ({ passage: { document_id, page_number, temporary_revisions: marks } }) => {
          return { document_id, page_number, marks };
        }),
      );
      return { rankings: ordered, candidates };
    }
  }

  /** The revisions with their hits that apply first, then those that may; without revisions of which none does. Not settled if hits were not found. */
  private async judged(
    principal: Principal,
    filters: SearchFilters,
    best: [string, FoldedHit[]][],
    judge?: Judge,
  ): Promise<{ best: [string, FoldedHit[]][]; isSettled: boolean }> {
    if (!judge) return { best, isSettled: true };
    const ids = best.flatMap(([, hits]) => hits.slice(0, HITS_PER_DOCUMENT)).map(({ hit }) => hit.id);
    const found = await this.fetch(() =>
      this.passages.findEffectivity(this.documents.visibleTo(principal), filters, ids),
    );
    const ranks = new Map(found.map((one) => [one.id, judge(one)]));
    const judged = best.flatMap(([revisionId, hits]): [string, FoldedHit[]][] => {
      const shown = hits.flatMap((folded) => {
        const rank = ranks.get(folded.hit.id) ?? null;
        return rank === null ? [] : [{ folded, rank }];
      });
      shown.sort((one, other) => one.rank - other.rank);
      return shown.length > 0 ? [[revisionId, shown.map(({ folded }) => folded)]] : [];
    });
    return { best: judged, isSettled: found.length === ids.length };
  }

  private async showDocuments(
    principal: Principal,
    filters: SearchFilters,
    best: readonly [string, FoldedHit[]][],
  ): Promise<RankedDocument[]> {
    if (best.length === 0) return [];
    const candidates = best.flatMap(([, hits]) => hits.slice(0, HITS_PER_DOCUMENT));
    const ids = candidates.map(({ hit }) => hit.id);
    const [pages, rows] = await this.fetch(() =>
      this.db.together(() =>
        Promise.all([
          this.passages.findPages(this.documents.visibleTo(principal), filters, ids, SHOWN_PAGES),
          this.documents.findByRevisions(
            principal,
            best.map(([revisionId]) => revisionId),
          ),
        ]),
      ),
    );
    const statuses = admittedStatuses(filters);
    const current = new Map(
      rows.filter(({ revision }) => statuses.includes(revision.status)).map((row) => [row.revision.id, row]),
    );
    const shown = new Set(pages.flatMap(({ id, match }) => (match ? [id] : [])));
    const folded = new Map(candidates.filter(({ hit }) => shown.has(hit.id)).map((one) => [one.hit.id, one]));
    const places = await this.placesOf(principal, filters, [...folded.values()]);
    const results = best.flatMap(([revisionId, [first]]) => {
      const document = current.get(revisionId);
      const own = pages.filter((page) => page.revision_id === revisionId);
      if (!document || own.length === 0) return [];
      return [toRankedDocument(document, first?.hit.score ?? 0, own, folded, places)];
    });
    const ordered = overlayFirst(results, ({ document: { id }, matches }) => {
      return { document_id: id, page_number: null, marks: matches.flatMap(({ match }) => match.temporary_revisions) };
    });
    const notices = await this.changes.find(
      principal,
      ordered.map(({ document, matches }) =>
        subjectOfDocument(
          document,
          matches.map(({ match }) => match),
        ),
      ),
    );
    return ordered.map((result) => ({ ...result, notices_of_change: notices.get(result.document.revision.id) ?? [] }));
  }

  private async placesOf(
    principal: Principal,
    filters: SearchFilters,
    hits: readonly FoldedHit[],
  ): Promise<Map<string, Duplicate>> {
    const ids = hits.flatMap(({ duplicates }) => duplicates);
    if (ids.length === 0) return new Map();
    return this.passages.findPlaces(this.documents.visibleTo(principal), filters, ids);
  }

  private fetch<Rows>(rows: () => Promise<Rows>): Promise<Rows> {
    return inStage('fetch', rows);
  }
}

/** The first attempt skips admission, since fetching applies the same conditions; but only admission tells which hits are superseded. */
function optionsOf(attempt: number, { include_superseded }: SearchFilters): CandidateOptions {
  const isFirst = attempt === 1;
  return { skipAdmission: isFirst && include_superseded !== true, isFresh: !isFirst };
}

function isMarkedFolded(
  { duplicates }: FoldedHit,
  passage: FoundPassage | undefined,
  places: ReadonlyMap<string, Duplicate>,
): boolean {
  if (duplicates.length === 0) return false;
  return (passage?.temporary_revisions.length ?? 0) > 0 || duplicates.some((id) => places.get(id)?.marked === true);
}

function toRankedDocument(
  document: DocumentRow,
  score: number,
  pages: readonly FoundPage[],
  folded: ReadonlyMap<string, FoldedHit>,
  places: ReadonlyMap<string, Duplicate>,
): RankedDocument {
  const matches = pages.flatMap(({ id, match }) =>
    match
      ? [{ match, duplicates: elsewhere(folded.get(id)?.duplicates ?? [], places, match), applicability: null }]
      : [],
  );
  const other_pages = pages.filter(({ match }) => !match).map((page) => page.page_number);
  return { document, score, matches, other_pages, notices_of_change: [] };
}

/** Duplicates that may be shown and are on another page than the hit. */
function elsewhere(
  duplicates: readonly string[],
  places: ReadonlyMap<string, Duplicate>,
  hit: Pick<FoundPassage, 'revision_id' | 'page_number'>,
): Duplicate[] {
  return duplicates
    .flatMap((id) => places.get(id) ?? [])
    .filter((place) => place.revision_id !== hit.revision_id || place.page_number !== hit.page_number);
}
