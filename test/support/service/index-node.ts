import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Reader } from '../../../src/common/principal/principal.js';
import { Database } from '../../../src/common/database/database.js';
import { DomainEvents } from '../../../src/common/events/domain-events.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { EmbeddingModels } from '../../../src/integrations/embeddings/embedding-models.js';
import type { Embeddings } from '../../../src/integrations/embeddings/embeddings.js';
import { MINILM_DIMENSIONS, MINILM_MODEL } from '@amks/reader/minilm/minilm-space.js';
import { SearchIndex } from '../../../src/integrations/search-index/search-index.js';
import { IndexChangeRepository } from '../../../src/modules/documents/index-changes/index-change.repository.js';
import { IndexChanges } from '../../../src/modules/documents/index-changes/index-changes.service.js';
import { IndexUpdater } from '../../../src/modules/search/index/index-updater.js';
import { IndexSync, type SyncedAnswer, type ReaderQuery } from '../../../src/modules/search/index/index-sync.js';
import { ModelReindexer } from '../../../src/modules/search/index/model-reindexer.js';
import { IndexSourceRepository } from '../../../src/modules/search/index/index-source.repository.js';
import type { IndexReaderRepository } from '../../../src/modules/search/index/index-reader.repository.js';
import { until } from '../until.js';

/** What of one more node makes and searches the index, in this process, over a database of others. */
export interface IndexNode {
  db: Database;
  events: DomainEvents;
  changes: IndexChanges;
  index: SearchIndex;
  sync: IndexSync;
  /** As a user who sees everything. */
  search(organizationId: string, query: ReaderQuery): Promise<SyncedAnswer>;
  isCurrent(organizationId: string, answer: SyncedAnswer): Promise<boolean>;
  /** Ids of the revisions that its index holds once it has followed. */
  held(organizationId: string): Promise<string[]>;
  /** Ids of the passages found by words, best first, as a search would be answered now, or once it is complete. */
  find(organizationId: string, text: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param folder of snapshots; by default a temporary one, removed at the end */
export async function startIndexNode(
  databaseUrl: string,
  {
    folder,
    memoryBytes = 2 ** 30,
    background = true,
  }: { folder?: string; memoryBytes?: number; background?: boolean } = {},
): Promise<IndexNode> {
  const own = folder ?? (await mkdtemp(path.join(os.tmpdir(), 'index-node-')));
  const dataSource = createDataSource(databaseUrl, 3);
  await dataSource.initialize();
  const db = new Database(dataSource);
  const events = new DomainEvents(db);
  const index = new SearchIndex({
    folder: own,
    memoryBytes,
  });
  await index.start();
  const embeddings = { model: MINILM_MODEL, dimensions: MINILM_DIMENSIONS } as Embeddings;
  const changes = new IndexChanges(new IndexChangeRepository(db), events, db, new EmbeddingModels(embeddings, null));
  const source = new IndexSourceRepository(db);
  const updater = new IndexUpdater(source, index);
  const reindexer = new ModelReindexer(updater, index);
  const readers = {
    find: () => Promise.resolve(null),
    hasChanges: () => Promise.resolve(true),
  } as Pick<IndexReaderRepository, keyof IndexReaderRepository> as IndexReaderRepository;
  const sync = new IndexSync(source, index, updater, reindexer, readers, db, events, background);
  const admin = (organizationId: string) => ({ organizationId, role: 'admin' }) as Reader;
  const searchAll = (organizationId: string, query: ReaderQuery) => sync.search(admin(organizationId), query);
  return {
    db,
    events,
    changes,
    index,
    sync,
    search: searchAll,
    isCurrent: (organizationId, answer) => sync.isCurrent(admin(organizationId), answer),
    held: async (organizationId) => {
      await sync.sync(organizationId, { waitMs: Infinity });
      const rows = await db.query<{ id: string }>(
        `SELECT revision_id AS id FROM index_changes WHERE organization_id = $1 ORDER BY 1`,
        [organizationId],
      );
      const versions = await index.textVersions(
        organizationId,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => id).filter((id) => versions.has(id));
    },
    find: async (organizationId, text) => {
      const search = () => searchAll(organizationId, { text, vector: null, mode: 'keyword', limit: 100 });
      const { hits } = await until(search, ({ isComplete }) => isComplete);
      return hits.map(({ id }) => id);
    },
    stop: async () => {
      await sync.beforeApplicationShutdown();
      await index.close();
      await db.onApplicationShutdown();
      await dataSource.destroy();
      if (folder === undefined) await rm(own, { recursive: true, force: true });
    },
  };
}

/** Ids of an organization's revisions that a search of the service on this database could propose. */
export async function indexedRevisions(databaseUrl: string, organizationId: string): Promise<string[]> {
  const node = await startIndexNode(databaseUrl);
  try {
    return await node.held(organizationId);
  } finally {
    await node.stop();
  }
}
