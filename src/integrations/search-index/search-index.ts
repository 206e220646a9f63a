import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { RestartingThread } from '../../common/runtime/restarting-thread.js';
import { KeyedMutex } from '../../common/limits/keyed-mutex.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from '@amks/search-engine/engine.types.js';
import type {
  IndexOperation,
  IndexOperations,
  IndexReply,
  IndexRequest,
  IndexWorkerData,
  PositionedAnswer,
} from './index-protocol.js';
import type { IndexQuery } from '@amks/search-engine/index-query.js';

export { shadowIndexOf, type PositionedAnswer } from './index-protocol.js';

/** Passages per message: searches wait for one message, about 20 ms. */
const CHUNK = 128;
/** Maximum revisions waiting for one index. */
const MAX_WAITING = 10_000;

/** Milliseconds for the thread to finish and save. */
const CLOSE_MS = 8_000;

export interface SearchIndexOptions {
  /** Folder of snapshots, created if missing. */
  folder: string;
  /** Memory of all indexes together; least recently used ones are evicted. */
  memoryBytes: number;
  /** Called when the thread dies, or a snapshot cannot be saved. */
  onError?: (error: Error) => void;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Finds candidates: one index per organization, in one worker thread, without access to PostgreSQL. Callers feed it changes and positions.
 * Snapshots can be rebuilt. Every operation rejects if the thread dies before it answers.
 */
export class SearchIndex {
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  /** Serializes the revisions of an organization. */
  private readonly turns = new KeyedMutex(MAX_WAITING);
  private readonly thread: RestartingThread<IndexRequest, IndexReply>;

  constructor(private readonly options: SearchIndexOptions) {
    const { folder, memoryBytes, onError } = options;
    this.thread = new RestartingThread({
      file: 'index-worker.js',
      data: { folder, memoryBytes } satisfies IndexWorkerData,
      onReply: (reply) => this.settleReply(reply),
      onDeath: (reason) => this.rejectPending(reason),
      onError,
    });
  }

  /** Id of the running thread, for tests and diagnostics; or null. */
  get threadId(): number | null {
    return this.thread.threadId;
  }

  /** Creates the folder and starts the thread. @throws Error if either fails */
  async start(): Promise<void> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Snapshots contain the texts of all documents. Applies to an existing folder too.
    await chmod(folder, 0o700);
    // Files of an engine used in earlier releases.
    for (const name of await readdir(folder)) {
      if (name.endsWith('.lance')) await rm(path.join(folder, name), { recursive: true, force: true });
    }
    await this.thread.start();
  }

  /** Saves changes and ends the thread. Unanswered operations reject. */
  close(): Promise<void> {
    return this.thread.close(CLOSE_MS);
  }

  /** Rejects if the thread is not running. */
  ping(): Promise<void> {
    return this.ask('ping');
  }

  /** Organizations with a snapshot, most recently used first. */
  async listSnapshots(): Promise<string[]> {
    const { folder } = this.options;
    const names = await readdir(folder);
    const used = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
    );
    return used.sort((a, b) => b.at - a.at).map(({ name }) => name);
  }

  /** Keeps an existing index. @param organizationId or the name of its {@link shadowIndexOf} @returns the vector space of the index */
  prepare(organizationId: string, space: VectorSpace): Promise<VectorSpace> {
    return this.ask('prepare', organizationId, space);
  }

  /** Replaces an organization's index by its shadow index. */
  replace(organizationId: string): Promise<void> {
    return this.ask('replace', organizationId);
  }

  /** Loads a snapshot in advance. Returns false if memory is full. */
  warm(organizationId: string): Promise<boolean> {
    return this.ask('warm', organizationId);
  }

  /** Position of the index; 0 if unknown, null without an index. */
  position(organizationId: string): Promise<number | null> {
    return this.ask('position', organizationId);
  }

  textVersions(organizationId: string, revisionIds: string[]): Promise<Map<string, string>> {
    return this.ask('textVersions', organizationId, revisionIds);
  }

  /** Adds or replaces a revision. Searches find its old passages until all new ones are there. */
  put(
    organizationId: string,
    revision: IndexedRevision,
    passages: Iterable<IndexedPassage> | AsyncIterable<IndexedPassage>,
  ): Promise<number> {
    return this.turns.run(organizationId, () => this.putNow(organizationId, revision, passages));
  }

  /** Updates metadata and removes revisions, atomically for searches. */
  describe(organizationId: string, revisions: IndexedRevision[], removed: string[]): Promise<void> {
    return this.ask('describe', organizationId, revisions, removed);
  }

  /** Records that all changes up to the position are in the index. */
  setPosition(organizationId: string, position: number): Promise<void> {
    return this.ask('setPosition', organizationId, position);
  }

  /** Best first. Without a vector, `hybrid` becomes `keyword`, and `semantic` finds nothing. The answer names the model of its vectors. */
  search(organizationId: string, query: IndexQuery): Promise<PositionedAnswer> {
    return this.ask('search', organizationId, query);
  }

  count(organizationId: string): Promise<number> {
    return this.ask('count', organizationId);
  }

  drop(organizationId: string): Promise<void> {
    return this.ask('drop', organizationId);
  }

  private async putNow(
    organizationId: string,
    revision: IndexedRevision,
    passages: Iterable<IndexedPassage> | AsyncIterable<IndexedPassage>,
  ): Promise<number> {
    let count = 0;
    let chunk: IndexedPassage[] = [];
    const append = async (): Promise<void> => {
      await this.ask('append', organizationId, revision, chunk);
      count += chunk.length;
      chunk = [];
    };
    try {
      for await (const passage of passages) {
        if (chunk.push(passage) === CHUNK) await append();
      }
      if (chunk.length > 0) await append();
    } catch (error) {
      await this.ask('discard', organizationId).catch(() => undefined);
      throw error;
    }
    await this.ask('commit', organizationId, revision, count);
    return count;
  }

  private ask<Operation extends IndexOperation>(
    operation: Operation,
    ...values: Parameters<IndexOperations[Operation]>
  ): Promise<ReturnType<IndexOperations[Operation]>> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      if (this.thread.post({ id, operation, arguments: values })) return;
      this.pending.delete(id);
      reject(new Error('the search index is not started'));
    });
  }

  private settleReply(reply: IndexReply): void {
    if ('trouble' in reply) return this.options.onError?.(new Error(reply.trouble));
    const pending = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if ('error' in reply) pending?.reject(new Error(reply.error));
    else pending?.resolve(reply.result);
  }

  private rejectPending(reason: Error): void {
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }
}
