import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Reader } from '../../../common/principal/principal.js';
import { ANSWERS_REQUESTS } from '../../../common/runtime/background-work.js';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import type { IndexQuery, IndexReader, IndexTimings } from '@amks/search-engine/index-query.js';
import { SearchIndex } from '../../../integrations/search-index/search-index.js';
import { LibraryChanged } from '../../documents/document.events.js';
import { IndexUpdater } from './index-updater.js';
import { IndexSourceRepository, type LibraryState } from './index-source.repository.js';
import { ModelReindexer } from './model-reindexer.js';
import { KeptAnswers, type KeptAnswer } from './kept-answers.js';
import { LibraryStates } from './library-states.js';
import { IndexReaderRepository, type LibraryView } from './index-reader.repository.js';

/** Milliseconds a search waits for changes; longer for an index that was just loaded. */
const SEARCH_WAIT_MS = 300;
const FIRST_WAIT_MS = 2_000;

/** Pause between updates that no search asked for: while files come, an update for each would take the time of their reading. Milliseconds. */
const REFRESH_MS = 1_000;

/** Backoff after a failed update, in milliseconds. */
const PAUSE_MS = { first: 1_000, longest: 60_000 };

/** `isComplete` if the index had every change visible to the reader and committed before the search began. */
export type SyncedAnswer = KeptAnswer & { timings?: IndexTimings; isComplete: boolean; reader: IndexReader };

export type ReaderQuery = Omit<IndexQuery, 'reader'>;

interface Run {
  startedAt: number;
  /** Never rejects. */
  done: Promise<void>;
}

/**
 * Keeps this process's index in step with PostgreSQL. A search compares positions and fetches missing changes. Nothing is pushed, so no
 * message can get lost, and a lost or damaged index is rebuilt.
 */
@Injectable()
export class IndexSync implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IndexSync.name);
  private readonly runs = new Map<string, Run>();
  /** Organizations updated within {@link REFRESH_MS}, and whether they changed since. */
  private readonly refreshed = new Map<string, { isChanged: boolean }>();
  private readonly failures = new Map<string, { count: number; until: number }>();
  private readonly states: LibraryStates;
  /** Embedding model of each organization's index, as of its last answer. */
  private readonly models = new Map<string, string>();
  private readonly answers = new KeptAnswers();
  private isStopping = false;

  constructor(
    source: IndexSourceRepository,
    private readonly index: SearchIndex,
    private readonly updater: IndexUpdater,
    private readonly reindexer: ModelReindexer,
    private readonly readers: IndexReaderRepository,
    db: Database,
    events: DomainEvents,
    @Inject(ANSWERS_REQUESTS) private readonly isEnabled: boolean,
  ) {
    this.states = new LibraryStates((id) => source.findState(id));
    events.on(LibraryChanged, ({ organizationId }) => {
      if (isEnabled) db.afterCommit(() => this.syncSoon(organizationId));
      return Promise.resolve();
    });
  }

  onApplicationBootstrap(): void {
    if (this.isEnabled) this.warm().catch((error: unknown) => this.logger.warn(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.updater.stop();
    await this.reindexer.drain();
    await Promise.all([...this.runs.values()].map(({ done }) => done));
  }

  /** Embedding model of the index; null before the first document. */
  async modelOf(organizationId: string): Promise<string | null> {
    return this.models.get(organizationId) ?? (await this.states.get(organizationId))?.model ?? null;
  }

  /** Searches the index, after an update if one is due. Waits for the update up to a limit. @param isFresh as for {@link LibraryStates.get} */
  async search(asking: Reader, asked: ReaderQuery, { isFresh = false } = {}): Promise<SyncedAnswer> {
    const { organizationId } = asking;
    const { state: known, reader } = await this.viewOf(asking, { isFresh });
    const query = { ...asked, reader };
    const key = KeptAnswers.keyOf(organizationId, query);
    const kept = this.answers.get(key);
    const isValid = kept && isAt(kept, known) && kept.model === this.models.get(organizationId);
    // The index is nearly always current, so this saves a call to its thread.
    const first: KeptAnswer & { timings?: IndexTimings } = isValid
      ? kept
      : await this.index.search(organizationId, query);
    this.noteModel(organizationId, first.model, known);
    if (isAt(first, known)) {
      if (!isValid) this.answers.set(key, first);
      return { ...first, reader, isComplete: true };
    }
    for (let isLast = false; ; isLast = true) {
      const { isComplete } = await this.sync(organizationId, { state: known });
      const answer = await this.index.search(organizationId, query);
      // The index may have been evicted since, or lost with its thread.
      const isHeld = isComplete && isAt(answer, known);
      if (!isHeld && isComplete && !isLast) continue;
      // Changes that the reader cannot see do not make the answer incomplete.
      return {
        ...answer,
        reader,
        isComplete: isHeld || !(await this.readers.hasChanges(asking, answer.position ?? 0)),
      };
    }
  }

  /** How many indexes are being updated, how long the slowest has taken, and how many fail. */
  status(): { behind: number; longestMs: number; failing: number } {
    const began = [...this.runs.values()].map(({ startedAt }) => startedAt);
    const longestMs = began.length > 0 ? Date.now() - Math.min(...began) : 0;
    return { behind: began.length, longestMs, failing: this.failures.size };
  }

  /** Whether neither the library nor the reader's access has changed since the answer. */
  async isCurrent(asking: Reader, { position, reader }: SyncedAnswer): Promise<boolean> {
    const now = await this.viewOf(asking, { isFresh: true });
    const isSame = JSON.stringify(now.reader) === JSON.stringify(reader);
    return isSame && (now.state?.position ?? 0) <= (position ?? 0);
  }

  /** Updates the index to `state`, by default the current one; continues in the background after `waitMs`. @returns whether it got there */
  async sync(
    organizationId: string,
    { waitMs, state: wanted }: { waitMs?: number; state?: LibraryState | null } = {},
  ): Promise<{ isComplete: boolean }> {
    // A caller who waits for completion must not get a cached state.
    const state = wanted ?? (await this.states.get(organizationId, { isFresh: waitMs !== undefined }));
    const startedAt = Date.now();
    for (;;) {
      const held = await this.index.position(organizationId);
      if ((held ?? 0) >= (state?.position ?? 0)) return { isComplete: true };
      if (this.isResting(organizationId)) return { isComplete: false };
      const run = this.run(organizationId);
      const until = waitMs ?? SEARCH_WAIT_MS;
      const deadline = Math.max(startedAt + until, waitMs === undefined && !held ? run.startedAt + FIRST_WAIT_MS : 0);
      if (!(await endsBefore(run.done, deadline))) return { isComplete: false };
    }
  }

  /** Shares take effect with the next search, so only readers who see everything use the cached state. */
  private async viewOf(asking: Reader, { isFresh = false } = {}): Promise<LibraryView> {
    const view = await this.readers.find(asking);
    return view ?? { state: await this.states.get(asking.organizationId, { isFresh }), reader: 'everything' };
  }

  private syncSoon(organizationId: string): void {
    const recent = this.refreshed.get(organizationId);
    if (recent) {
      recent.isChanged = true;
      // The next search sees the change.
      return this.states.forget(organizationId);
    }
    const refresh = { isChanged: false };
    this.refreshed.set(organizationId, refresh);
    const rest = (): void => {
      this.refreshed.delete(organizationId);
      if (refresh.isChanged) this.syncSoon(organizationId);
    };
    this.sync(organizationId, { waitMs: Infinity })
      .catch((error: unknown) => this.logger.warn(error))
      .finally(() => setTimeout(rest, REFRESH_MS).unref());
  }

  private async warm(): Promise<void> {
    for (const organizationId of await this.index.listSnapshots()) {
      if (this.isStopping) return;
      if ((await this.states.get(organizationId)) === null) {
        await this.index.drop(organizationId);
        continue;
      }
      if (!(await this.index.warm(organizationId))) return;
      await this.sync(organizationId, { waitMs: Infinity });
    }
  }

  /** One run serves all callers; a caller who needs a later state starts another one. */
  private run(organizationId: string): Run {
    const known = this.runs.get(organizationId);
    if (known) return known;
    const done = this.catchUp(organizationId)
      .then(
        () => void this.failures.delete(organizationId),
        (error: unknown) => this.noteFailure(organizationId, error),
      )
      .finally(() => this.runs.delete(organizationId));
    const run = { startedAt: Date.now(), done };
    this.runs.set(organizationId, run);
    return run;
  }

  /** While a new model is being indexed, the index answers and updates with its own. */
  private async catchUp(organizationId: string): Promise<void> {
    const state = await this.states.get(organizationId, { isFresh: true });
    if (!state) return;
    const space = await this.index.prepare(organizationId, { model: state.model, dimensions: state.dimensions });
    if (space.model !== state.model) {
      // The next search asks the index, whose answer names its model.
      if (await this.reindexer.swap(organizationId, state)) return void this.models.delete(organizationId);
      this.reindexer.start(organizationId, state, () => void this.run(organizationId));
    } else await this.reindexer.discard(organizationId);
    await this.updater.update(organizationId, organizationId, { ...state, ...space });
  }

  private noteModel(organizationId: string, model: string | null, state: LibraryState | null): void {
    if (model === null) return;
    this.models.set(organizationId, model);
    const isDue = state && state.model !== model && !this.reindexer.isBusy(organizationId);
    if (isDue && !this.isResting(organizationId)) void this.run(organizationId);
  }

  private isResting(organizationId: string): boolean {
    return this.isStopping || (this.failures.get(organizationId)?.until ?? 0) > Date.now();
  }

  private noteFailure(organizationId: string, error: unknown): void {
    if (this.isStopping) return;
    const count = (this.failures.get(organizationId)?.count ?? 0) + 1;
    const pause = Math.min(PAUSE_MS.first * 2 ** (count - 1), PAUSE_MS.longest);
    this.failures.set(organizationId, { count, until: Date.now() + pause });
    this.logger.warn(
      { err: error, organization_id: organizationId },
      'the search index could not be brought up to date',
    );
  }
}

/** Whether the index had all changes up to the state. */
function isAt({ position }: KeptAnswer, state: LibraryState | null): boolean {
  return (position ?? 0) >= (state?.position ?? 0);
}

async function endsBefore(work: Promise<void>, deadline: number): Promise<boolean> {
  if (deadline === Infinity) return work.then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - Date.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
