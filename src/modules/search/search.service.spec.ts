import type { Database } from '../../common/database/database.js';
import type { UsageMeter } from '../../integrations/metering/usage-meter.js';
import type { Principal } from '../../common/principal/principal.js';
import { createRequestContext, runWithContext } from '../../common/context/request-context.js';
import type { IndexHit, IndexQuery } from '@amks/search-engine/index-query.js';
import { SynonymList } from '@amks/language/synonyms/synonyms.js';
import type { DocumentService } from '../documents/document.service.js';
import type { ChangeFinder } from './changes/change-finder.js';
import type { IndexSync } from './index/index-sync.js';
import { CandidateSearch } from './candidate-search.js';
import type { QueryVectors } from './query-vectors.js';
import type { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';
import type { SynonymLists } from './synonym-lists.js';
import type { Duplicate, FoundPassage, RankedPassage, SearchFilters } from './search.types.js';

interface World {
  complete?: boolean;
  /** Numbers of near-duplicates by a hit's place; every hit by itself where left out. */
  fold?: (place: number) => number;
  /** Whether a revision is still there when texts are fetched, at the nth time. */
  stays?: (revision: string, time: number) => boolean;
  /** Answers of the index that name only a revision which was replaced by then. */
  outdated?: number;
}

/** A search whose index holds one passage for each revision named, best first; those named `shown…` may be shown. */
function searchOver(
  revisions: string[],
  { complete = true, fold = (place) => place, stays = () => true, outdated = 0 }: World = {},
): { service: SearchService; candidates: CandidateSearch } {
  const all = revisions.map(
    (revision, i) => ({ id: `${revision} ${i}`, revision_id: revision, fold: fold(i) }) as IndexHit,
  );
  let asked = 0;
  const index = {
    modelOf: () => Promise.resolve(null),
    count: () => Promise.resolve(all.length),
    search: (_: string, { limit, filter }: IndexQuery) => {
      asked += 1;
      const proposed = asked > outdated ? all : [{ id: 'replaced 0', revision_id: 'replaced', fold: 0 } as IndexHit];
      const hits = proposed.filter(({ revision_id: id }) => !filter?.except_revision_ids?.includes(id)).slice(0, limit);
      return Promise.resolve({
        hits,
        corrections: [{ word: 'rinc', used: 'ring' }],
        timings: {},
        ...{ position: 1, model: null, isComplete: complete },
      });
    },
    isCurrent: () => Promise.resolve(asked > outdated),
  };
  let time = 0;
  const revisionOf = (id: string): string => id.split(' ')[0]!;
  const passages = {
    admitRevisions: (_visible: unknown, _filters: unknown, ids: string[]) =>
      Promise.resolve(
        ids.filter((id) => id.startsWith('shown')).map((id) => ({ id, superseded: id.endsWith('old'), marked: [] })),
      ),
    findPassages: (_visible: unknown, _filters: unknown, ids: string[]) => {
      time += 1;
      const there = ids.filter((id) => id.startsWith('shown') && stays(revisionOf(id), time));
      return Promise.resolve(
        there.map((id) => {
          const found: Partial<FoundPassage> = { id, revision_id: revisionOf(id), text: 'ring', section: [] };
          return { ...found, temporary_revisions: [] } as unknown as FoundPassage;
        }),
      );
    },
    findPlaces: (_visible: unknown, _filters: unknown, ids: string[]) =>
      Promise.resolve(new Map(ids.map((id) => [id, { revision_id: revisionOf(id) } as Duplicate]))),
  } as unknown as SearchRepository;
  const documents = { visibleTo: () => null } as unknown as DocumentService;
  const synonyms = { listOf: () => Promise.resolve(new SynonymList([])) } as unknown as SynonymLists;
  const db = {} as Database;
  const usage = { count: () => undefined } as unknown as UsageMeter;
  const candidates = new CandidateSearch(
    documents,
    passages,
    index as unknown as IndexSync,
    {} as QueryVectors,
    synonyms,
  );
  return {
    service: new SearchService(documents, passages, candidates, {} as ChangeFinder, synonyms, usage, db),
    candidates,
  };
}

function serviceOver(revisions: string[], world?: World): SearchService {
  return searchOver(revisions, world).service;
}

const request = { query: 'rinc', filters: {}, mode: 'keyword' as const, limit: 10 };
const SPELLING: unknown = expect.stringContaining('“ring” instead of “rinc”');

async function search(
  service: SearchService,
  filters: SearchFilters = {},
  limit = request.limit,
): Promise<{ found: RankedPassage[]; ids: string[]; warnings: string[] }> {
  const context = createRequestContext('request');
  const { results } = await runWithContext(context, () =>
    service.findPassages({} as Principal, { ...request, filters, limit }),
  );
  return { found: results, ids: results.map(({ passage }) => passage.id), warnings: context.warnings };
}

const many = (count: number, name: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => name(i));

describe('candidates', () => {
  it('of other revisions come behind those of a large one, which does not crowd them out', async () => {
    const { candidates } = searchOver([...many(5000, () => 'shown-large'), 'hidden', 'shown']);
    let last: readonly IndexHit[] = [];
    const revisionsOf = (hits: readonly IndexHit[]): string[] => [
      ...new Set((last = hits).map((hit) => hit.revision_id)),
    ];
    const ask = (excludeFound: boolean) =>
      runWithContext(createRequestContext('request'), () =>
        candidates.find({} as Principal, { ...request, limit: 2 }, revisionsOf, {
          skipAdmission: false,
          isFresh: false,
          excludeFound,
        }),
      );
    const found = await ask(true);
    expect([found.results, found.depthReached]).toEqual([['shown-large', 'shown'], null]);
    expect(last.map(({ revision_id: id }) => id)).toEqual([...many(100, () => 'shown-large'), 'shown']);
    expect(new Set(last.map((hit) => hit.fold)).size).toBe(101);
    expect((await ask(false)).depthReached).toBe(1600);
  });
});

describe('a search', () => {
  it('finds what stands behind thousands of passages of superseded revisions', async () => {
    const hidden = many(5000, (i) => `hidden${i % 50}`);
    const { ids, warnings } = await search(serviceOver([...hidden, 'shown']));
    expect([ids, warnings]).toEqual([['shown 5000'], [SPELLING]]);
  });

  it('says so when it stopped before the end', async () => {
    const { ids, warnings } = await search(serviceOver([...many(5000, (i) => `hidden${i}`), 'shown']));
    // A corrected word that occurs only in hidden passages causes no warning.
    expect([ids, warnings]).toEqual([[], [expect.stringContaining('Only the best')]]);
  });

  it('reads no more than its limit for any page size', async () => {
    const { warnings } = await search(serviceOver(many(9000, (i) => `hidden${i}`)), {}, 100);
    expect(warnings).toEqual([expect.stringContaining('1600')]);
  });

  it('says so when the index lacks passages, though some were found', async () => {
    const { ids, warnings } = await search(serviceOver(['shown'], { complete: false }));
    expect([ids, warnings]).toEqual([['shown 0'], [expect.stringContaining('incomplete'), SPELLING]]);
  });

  it('shows the best of near-duplicates with at most ten of the others, and looks for as many different ones', async () => {
    const copies = [...many(150, (i) => `shown${i}`), ...many(20, (i) => `shown-other${i}`)];
    const { found, ids } = await search(serviceOver(copies, { fold: (place) => Math.max(0, place - 149) }));
    expect(ids).toHaveLength(10);
    expect(ids.slice(0, 2)).toEqual(['shown0 0', 'shown-other0 150']);
    expect(found.map(({ duplicates }) => duplicates.length)).toEqual([10, ...Array<number>(9).fill(0)]);
  });

  it('lets a superseded text stand for no current one', async () => {
    const service = serviceOver(['shown-old', 'shown', 'shown2'], { fold: () => 0 });
    const { found, ids } = await search(service, { include_superseded: true });
    expect(ids).toEqual(['shown-old 0', 'shown 1']);
    expect(found[1]?.duplicates.map(({ revision_id: id }) => id)).toEqual(['shown2']);
  });

  it('starts again when a revision went between admission and fetching, and says so when it gives up', async () => {
    const once = serviceOver(['shown', 'shown2'], { stays: (revision, time) => revision !== 'shown' || time > 1 });
    expect(await search(once)).toMatchObject({ ids: ['shown 0', 'shown2 1'], warnings: [SPELLING] });
    const never = serviceOver(['shown', 'shown2'], { stays: (revision) => revision !== 'shown' });
    const INCOMPLETE: unknown = expect.stringContaining('incomplete');
    expect(await search(never)).toMatchObject({ ids: ['shown2 1'], warnings: [INCOMPLETE, SPELLING] });
  });

  it('goes on while all that it is proposed was replaced meanwhile, and says so when it gives up', async () => {
    const INCOMPLETE: unknown = expect.stringContaining('incomplete');
    const outcome = async (world: World): Promise<unknown> => {
      const { ids, warnings } = await search(serviceOver(['shown'], world));
      return [ids, warnings];
    };
    expect(await outcome({ outdated: 9 })).toEqual([['shown 0'], [SPELLING]]);
    expect(await outcome({ outdated: Infinity })).toEqual([[], [INCOMPLETE]]);
    // An index that is behind was waited for each time.
    expect(await outcome({ outdated: 4, complete: false })).toEqual([['shown 0'], [INCOMPLETE, SPELLING]]);
    expect(await outcome({ outdated: 9, complete: false })).toEqual([[], [INCOMPLETE]]);
  });

  it('shows several rankings as one statement saw them, nothing folded', async () => {
    const service = serviceOver(['shown', 'shown2'], { fold: () => 0, stays: (_, time) => time === 1 });
    const rankings = await runWithContext(createRequestContext('request'), () =>
      service.findPassagesTogether({} as Principal, [request.query, request.query], request),
    );
    const ids = ['shown 0', 'shown2 1'];
    expect(rankings.map((ranking) => ranking.map(({ passage }) => passage.id))).toEqual([ids, ids]);
  });
});
