import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Reader } from '../../src/common/auth/principal.js';
import { Database } from '../../src/common/database/database.js';
import { DomainEvents } from '../../src/common/events/domain-events.js';
import { createDataSource } from '../../src/data-source.js';
import { EmbeddingModels } from '../../src/integrations/embeddings/embedding-models.js';
import type { Embeddings } from '../../src/integrations/embeddings/embeddings.js';
import { MINILM_DIMENSIONS, MINILM_MODEL } from '../../src/integrations/embeddings/minilm-space.js';
import { SearchIndex } from '../../src/integrations/search-index/search-index.js';
import { IndexChangeRepository } from '../../src/modules/documents/index-change.repository.js';
import { IndexChanges } from '../../src/modules/documents/index-changes.service.js';
import { IndexFiller } from '../../src/modules/search/index-filler.js';
import { IndexFollower, type FollowedAnswer, type ReaderQuery } from '../../src/modules/search/index-follower.js';
import { IndexSuccessor } from '../../src/modules/search/index-successor.js';
import { IndexSourceRepository } from '../../src/modules/search/index-source.repository.js';
import type { ReaderRepository } from '../../src/modules/search/reader.repository.js';
import { until } from './manual.js';

/** What of one more node makes and searches the index, in this process, over a database of others. */
export interface IndexNode {
  db: Database;
  events: DomainEvents;
  changes: IndexChanges;
  index: SearchIndex;
  follower: IndexFollower;
  /** As somebody who sees everything. */
  search(organizationId: string, query: ReaderQuery): Promise<FollowedAnswer>;
  isCurrent(organizationId: string, answer: FollowedAnswer): Promise<boolean>;
  /** Ids of the revisions that its index holds once it has followed. */
  held(organizationId: string): Promise<string[]>;
  /** Ids of the passages found by words, best first, as a search would be answered now, or once it is complete. */
  find(organizationId: string, text: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param folder of snapshots; one of its own, removed at the end, when left out */
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
  const filler = new IndexFiller(source, index);
  const successor = new IndexSuccessor(filler, index);
  const readers = {
    find: () => Promise.resolve(null),
    hasChanges: () => Promise.resolve(true),
  } as Pick<ReaderRepository, keyof ReaderRepository> as ReaderRepository;
  const follower = new IndexFollower(source, index, filler, successor, readers, db, events, background);
  const admin = (organizationId: string) => ({ organizationId, role: 'admin' }) as Reader;
  const searchAll = (organizationId: string, query: ReaderQuery) => follower.search(admin(organizationId), query);
  return {
    db,
    events,
    changes,
    index,
    follower,
    search: searchAll,
    isCurrent: (organizationId, answer) => follower.isCurrent(admin(organizationId), answer),
    held: async (organizationId) => {
      await follower.follow(organizationId, { waitMs: Infinity });
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
      await follower.beforeApplicationShutdown();
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
