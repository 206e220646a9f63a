import type { Database } from '../../../common/database/database.js';
import type { DomainEvents } from '../../../common/events/domain-events.js';
import type { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import type { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import type { IndexChanges } from '../../documents/index-changes/index-changes.service.js';
import { PassageEmbedder } from './passage-embedder.js';
import type { PassageEmbeddingRepository } from './passage-embedding.repository.js';
import type { RevisionEmbedder } from './revision-embedder.js';

const MODEL = { model: 'm', dimensions: 4 };

describe('PassageEmbedder', () => {
  it('serves the other organizations while the model of some does not answer', async () => {
    const served = new Set<string>();
    const wanted = ['a', 'b', 'c', 'd', 'e'];
    let done = (): void => undefined;
    const allServed = new Promise<void>((resolve) => (done = resolve));
    const embedder = new PassageEmbedder(
      {
        listLacking: (organization: string) => Promise.resolve([organization]),
        removeOthers: () => Promise.resolve(),
      } as unknown as PassageEmbeddingRepository,
      {
        modelsFor: () => Promise.resolve([MODEL]),
        embed: (organization: string) => {
          if ('ab'.includes(organization)) return Promise.reject(new Error('does not answer'));
          served.add(organization);
          if (served.size === wanted.length - 2) done();
          return Promise.resolve();
        },
      } as unknown as RevisionEmbedder,
      { wanted: MODEL } as unknown as EmbeddingModels,
      {
        listLibraries: () => Promise.resolve(wanted),
        modelOf: () => Promise.resolve(MODEL.model),
      } as unknown as IndexChanges,
      {} as JobQueue,
      { withLock: (_: string, work: () => Promise<void>) => work() } as unknown as Database,
      { on: () => undefined } as unknown as DomainEvents,
      true,
    );
    await embedder.run();
    await allServed;
    await embedder.beforeApplicationShutdown();
    expect([...served]).toEqual(['c', 'd', 'e']);
  });
});
