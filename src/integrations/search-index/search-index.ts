import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { RestartingThread } from '../../common/restarting-thread.js';
import { Turns } from '../../common/turns.js';
import type { IndexedPassage, IndexedRevision, VectorSpace } from './engine/engine.types.js';
import type {
  IndexOperation,
  IndexOperations,
  IndexReply,
  IndexRequest,
  IndexWorkerData,
  PositionedAnswer,
} from './index-protocol.js';
import type { IndexQuery } from './index-query.js';

export { besideOf, type PositionedAnswer } from './index-protocol.js';

/** Passages handed to the thread at a time: searches wait for that many, about 20 ms. */
const CHUNK = 128;
/** Revisions that may wait to be put into one organization's index. */
const MAX_WAITING = 10_000;

/** Time for the thread to finish what it does and to save its snapshots. Milliseconds. */
const CLOSE_MS = 8_000;

export interface SearchIndexOptions {
  /** Of the snapshots, a folder for each organization; made when it is not there. */
  folder: string;
  /** Memory for the indexes of all organizations together; those used longest ago are put away beyond it. */
  memoryBytes: number;
  /** Told when the thread died or a snapshot cannot be kept, for the log. */
  onError?: (error: Error) => void;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Proposes passages for a query: one index for each organization, in one thread of this process. It is derived data that
 * knows nothing of PostgreSQL: somebody brings what changed, and says how far that was. Whatever is lost here, be it a
 * snapshot or the thread with all it holds, can be brought again.
 *
 * Every operation rejects when the thread dies before it has answered.
 */
export class SearchIndex {
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  /** One revision of an organization is put in after the other. */
  private readonly turns = new Turns(MAX_WAITING);
  private readonly thread: RestartingThread<IndexRequest, IndexReply>;

  constructor(private readonly options: SearchIndexOptions) {
    const { folder, memoryBytes, onError } = options;
    this.thread = new RestartingThread({
      file: 'src/integrations/search-index/index-worker.js',
      data: { folder, memoryBytes } satisfies IndexWorkerData,
      onReply: (reply) => this.settleReply(reply),
      onDeath: (reason) => this.rejectPending(reason),
      onError,
    });
  }

  /** Id of the running thread, for tests and diagnostics; null when there is none. */
  get threadId(): number | null {
    return this.thread.threadId;
  }

  /** Prepares the folder and starts the thread. Rejects with the reason when either cannot be done. */
  async start(): Promise<void> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The texts of all documents are in it. Also of a folder that somebody else made.
    await chmod(folder, 0o700);
    // Tables of the engine that was used before, which nothing reads any more.
    for (const name of await readdir(folder)) {
      if (name.endsWith('.lance')) await rm(path.join(folder, name), { recursive: true, force: true });
    }
    await this.thread.start();
  }

  /** Saves what changed and ends the thread; what it was asked and has not answered by then is rejected. */
  close(): Promise<void> {
    return this.thread.close(CLOSE_MS);
  }

  /** Rejects when the thread does not live. */
  ping(): Promise<void> {
    return this.ask('ping');
  }

  /** Organizations that have a snapshot, used last first. */
  async listSnapshots(): Promise<string[]> {
    const { folder } = this.options;
    const names = await readdir(folder);
    const used = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
    );
    return used.sort((a, b) => b.at - a.at).map(({ name }) => name);
  }

  /**
   * Makes an empty index where there is none; to be done before anything is put into one.
   *
   * @param organizationId or the name of the index {@link besideOf} its own
   * @returns what vectors the index takes that is there
   */
  prepare(organizationId: string, space: VectorSpace): Promise<VectorSpace> {
    return this.ask('prepare', organizationId, space);
  }

  /** Puts the index that was made beside an organization's in its place; searches find one or the other. */
  replace(organizationId: string): Promise<void> {
    return this.ask('replace', organizationId);
  }

  /** Loads an organization's snapshot; false once there is no room for more. */
  warm(organizationId: string): Promise<boolean> {
    return this.ask('warm', organizationId);
  }

  /** How far the index has come, 0 when that is not known; null when nothing of the organization is held. */
  position(organizationId: string): Promise<number | null> {
    return this.ask('position', organizationId);
  }

  /** Versions of those of the revisions that the index holds. */
  textVersions(organizationId: string, revisionIds: string[]): Promise<Map<string, string>> {
    return this.ask('textVersions', organizationId, revisionIds);
  }

  /** Puts a revision in the place of all that the index has of it. Searches find it as it was until all of it is there. */
  put(
    organizationId: string,
    revision: IndexedRevision,
    passages: Iterable<IndexedPassage> | AsyncIterable<IndexedPassage>,
  ): Promise<number> {
    return this.turns.run(organizationId, () => this.putNow(organizationId, revision, passages));
  }

  /**
   * Says anew what is said of revisions whose words are the same, and takes those away that are no more. No search comes
   * between any of it.
   */
  describe(organizationId: string, revisions: IndexedRevision[], removed: string[]): Promise<void> {
    return this.ask('describe', organizationId, revisions, removed);
  }

  /** All changes up to this position are in the index. */
  settle(organizationId: string, position: number): Promise<void> {
    return this.ask('settle', organizationId, position);
  }

  /**
   * The best passages for a query, best first; none when nothing is held. Without a vector, `hybrid` answers as
   * `keyword` and `semantic` finds nothing: the caller tells the user. Whether the vector is of the model that is
   * compared is said by the answer.
   */
  search(organizationId: string, query: IndexQuery): Promise<PositionedAnswer> {
    return this.ask('search', organizationId, query);
  }

  /** Number of passages held. */
  count(organizationId: string): Promise<number> {
    return this.ask('count', organizationId);
  }

  /** Forgets an organization, and its snapshot. */
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
