import type { Principal } from '../../common/auth/principal.js';
import { createRequestContext, runWithContext } from '../../common/http/request-context.js';
import type { Embeddings } from '../../integrations/embeddings/embeddings.js';
import type { IndexHit, IndexQuery } from '../../integrations/search-index/index-query.js';
import type { DocumentService } from '../documents/document.service.js';
import type { IndexFollower } from './index-follower.js';
import type { FoundPassage, SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

/** A service whose index holds one passage for each revision named, best first; those named `shown…` may be shown. */
function serviceOver(revisions: string[], complete = true): SearchService {
  const all = revisions.map((revision, i) => ({ id: `${revision} ${i}`, revision_id: revision }) as IndexHit);
  const index = {
    search: (_: string, { limit, filter }: IndexQuery) => {
      const hits = all.filter(({ revision_id: id }) => !filter?.except_revision_ids?.includes(id)).slice(0, limit);
      return Promise.resolve({ hits, timings: {}, position: 1, isComplete: complete });
    },
    isCurrent: () => Promise.resolve(true),
  };
  const passages = {
    admit: (_: unknown, ids: string[]) =>
      Promise.resolve(
        ids.filter((id) => id.startsWith('shown')).map((id) => ({ id, revision_id: id.split(' ')[0] }) as FoundPassage),
      ),
  };
  return new SearchService(
    { visibleTo: () => null } as unknown as DocumentService,
    passages as unknown as SearchRepository,
    index as unknown as IndexFollower,
    {} as Embeddings,
  );
}

/** Ids found, and what the client is warned of. */
async function search(service: SearchService): Promise<{ found: string[]; warnings: string[] }> {
  const context = createRequestContext('request');
  const request = { query: 'ring', filters: {}, mode: 'keyword' as const, limit: 10 };
  const passages = await runWithContext(context, () => service.findPassages({} as Principal, request));
  return { found: passages.map(({ passage }) => passage.id), warnings: context.warnings };
}

const many = (count: number, name: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => name(i));

describe('a search', () => {
  it('finds what stands behind thousands of passages of superseded revisions', async () => {
    const hidden = many(5000, (i) => `hidden${i % 50}`);
    expect(await search(serviceOver([...hidden, 'shown']))).toEqual({ found: ['shown 5000'], warnings: [] });
  });

  it('says so when it stopped before the end', async () => {
    const { found, warnings } = await search(serviceOver([...many(5000, (i) => `hidden${i}`), 'shown']));
    expect(found).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('Only the best')]);
  });

  it('says so when the index lacks passages, though some were found', async () => {
    const { found, warnings } = await search(serviceOver(['shown'], false));
    expect(found).toEqual(['shown 0']);
    expect(warnings).toEqual([expect.stringContaining('incomplete')]);
  });
});
