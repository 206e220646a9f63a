import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Reader } from '../../common/auth/principal.js';
import { ANSWERS_REQUESTS } from '../../common/background-work.js';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import type { IndexQuery, IndexReader } from '../../integrations/search-index/index-query.js';
import { SearchIndex, type PositionedAnswer } from '../../integrations/search-index/search-index.js';
import { LibraryChanged } from '../documents/document.events.js';
import { IndexFiller } from './index-filler.js';
import { IndexSourceRepository, type LibraryHead } from './index-source.repository.js';
import { IndexSuccessor } from './index-successor.js';
import { LibraryHeads } from './library-heads.js';
import { ReaderRepository, type LibraryView } from './reader.repository.js';

/** How long a search waits for what changed, and for an index that was not compared with the database yet. Milliseconds. */
const SEARCH_WAIT_MS = 300;
const FIRST_WAIT_MS = 2_000;

/** Shortest and longest rest of an index that could not be brought up to date. Milliseconds. */
const PAUSE_MS = { first: 1_000, longest: 60_000 };

/**
 * What the index proposes to a reader; `isComplete` when every change is in it that was made before the search began and that
 * they could find.
 */
export type FollowedAnswer = PositionedAnswer & { isComplete: boolean; reader: IndexReader };

/** The part of a query that is not said by who asks. */
export type ReaderQuery = Omit<IndexQuery, 'reader'>;

interface Run {
  startedAt: number;
  /** Never rejects. */
  done: Promise<void>;
}

/**
 * Keeps the search index of this process up with PostgreSQL, by itself: each change of a revision has a position there,
 * and a search first looks how far the library has come, and has what is missing brought. So there is nothing that could
 * get lost between the processes, and an index that is lost, old or damaged is made anew by being followed.
 */
@Injectable()
export class IndexFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IndexFollower.name);
  private readonly runs = new Map<string, Run>();
  private readonly failures = new Map<string, { count: number; until: number }>();
  private readonly heads: LibraryHeads;
  /** The embedding models of the indexes that answered last, by organization. */
  private readonly models = new Map<string, string>();
  private isStopping = false;

  constructor(
    source: IndexSourceRepository,
    private readonly index: SearchIndex,
    private readonly filler: IndexFiller,
    private readonly successor: IndexSuccessor,
    private readonly readers: ReaderRepository,
    db: Database,
    events: DomainEvents,
    @Inject(ANSWERS_REQUESTS) private readonly isWanted: boolean,
  ) {
    this.heads = new LibraryHeads((id) => source.findHead(id));
    events.on(LibraryChanged, ({ organizationId }) => {
      if (isWanted) db.afterCommit(() => this.followSoon(organizationId));
      return Promise.resolve();
    });
  }

  /** Loads the indexes that were used last, in the background, before somebody waits for them. */
  onApplicationBootstrap(): void {
    if (this.isWanted) this.warm().catch((error: unknown) => this.logger.warn(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.filler.stop();
    await this.successor.settle();
    await Promise.all([...this.runs.values()].map(({ done }) => done));
  }

  /** The embedding model whose vectors a search compares, as far as is known; null before there is anything to search. */
  async modelOf(organizationId: string): Promise<string | null> {
    return this.models.get(organizationId) ?? (await this.heads.get(organizationId))?.model ?? null;
  }

  /** The best passages for a reader, of an index that is brought up to date first as far as that can be waited for. */
  async search(asking: Reader, asked: ReaderQuery): Promise<FollowedAnswer> {
    const { organizationId } = asking;
    // Nearly always it is: then nobody has to be asked how far it is.
    const { head: known, reader } = await this.viewOf(asking);
    const first = await this.index.search(organizationId, { ...asked, reader });
    this.noteModel(organizationId, first.model, known);
    if ((first.position ?? 0) >= (known?.position ?? 0)) return { ...first, reader, isComplete: true };
    for (let isLast = false; ; isLast = true) {
      const { isComplete } = await this.follow(organizationId, { head: known });
      const answer = await this.index.search(organizationId, { ...asked, reader });
      // It may have been put away, or lost with its thread, since.
      const isHeld = isComplete && (answer.position ?? 0) >= (known?.position ?? 0);
      if (!isHeld && isComplete && !isLast) continue;
      // What others filed is nothing that the reader's answer lacks.
      return {
        ...answer,
        reader,
        isComplete: isHeld || !(await this.readers.hasChanges(asking, answer.position ?? 0)),
      };
    }
  }

  /** How the indexes of this process stand: how many are being brought up to date, since when, and how many cannot be. */
  standing(): { behind: number; longestMs: number; failing: number } {
    const began = [...this.runs.values()].map(({ startedAt }) => startedAt);
    const longestMs = began.length > 0 ? Date.now() - Math.min(...began) : 0;
    return { behind: began.length, longestMs, failing: this.failures.size };
  }

  /** Whether neither the library nor what the reader may find has changed since: what was proposed can be judged as it is. */
  async isCurrent(asking: Reader, { position, reader }: FollowedAnswer): Promise<boolean> {
    const now = await this.viewOf(asking, { isFresh: true });
    const isSame = JSON.stringify(now.reader) === JSON.stringify(reader);
    return isSame && (now.head?.position ?? 0) <= (position ?? 0);
  }

  /**
   * Brings the index up to `head`, unless given to where the library is now. Waits for it `waitMs`, or unless given as long as a search does;
   * it goes on after that.
   *
   * @returns whether the index holds all up to there
   */
  async follow(
    organizationId: string,
    { waitMs, head: wanted }: { waitMs?: number; head?: LibraryHead | null } = {},
  ): Promise<{ isComplete: boolean }> {
    // Whoever waits for all of it means what was committed before, whatever a search saw a moment ago.
    const head = wanted ?? (await this.heads.get(organizationId, { isFresh: waitMs !== undefined }));
    const startedAt = Date.now();
    for (;;) {
      const held = await this.index.position(organizationId);
      if ((held ?? 0) >= (head?.position ?? 0)) return { isComplete: true };
      if (this.isResting(organizationId)) return { isComplete: false };
      const run = this.run(organizationId);
      const until = waitMs ?? SEARCH_WAIT_MS;
      const deadline = Math.max(startedAt + until, waitMs === undefined && !held ? run.startedAt + FIRST_WAIT_MS : 0);
      if (!(await endsBefore(run.done, deadline))) return { isComplete: false };
    }
  }

  /** A share holds from the next search on: only those who see everything share a look at the head. */
  private async viewOf(asking: Reader, { isFresh = false } = {}): Promise<LibraryView> {
    const view = await this.readers.find(asking);
    return view ?? { head: await this.heads.get(asking.organizationId, { isFresh }), reader: 'everything' };
  }

  private followSoon(organizationId: string): void {
    this.follow(organizationId, { waitMs: Infinity }).catch((error: unknown) => this.logger.warn(error));
  }

  private async warm(): Promise<void> {
    for (const organizationId of await this.index.listSnapshots()) {
      if (this.isStopping) return;
      if ((await this.heads.get(organizationId)) === null) {
        // Of an organization that is no more.
        await this.index.drop(organizationId);
        continue;
      }
      if (!(await this.index.warm(organizationId))) return;
      await this.follow(organizationId, { waitMs: Infinity });
    }
  }

  /** All who ask for an organization share one run; one that was under way may end before what they ask for. */
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

  /** An index of another model than the library's goes on with its own until its successor is made. */
  private async catchUp(organizationId: string): Promise<void> {
    const head = await this.heads.get(organizationId, { isFresh: true });
    if (!head) return;
    const space = await this.index.prepare(organizationId, { model: head.model, dimensions: head.dimensions });
    if (space.model !== head.model) {
      if (await this.successor.takeOver(organizationId, head)) return;
      this.successor.begin(organizationId, head, () => void this.run(organizationId));
    } else await this.successor.giveUp(organizationId);
    await this.filler.fill(organizationId, organizationId, { ...head, ...space });
  }

  private noteModel(organizationId: string, model: string | null, head: LibraryHead | null): void {
    if (model === null) return;
    this.models.set(organizationId, model);
    const isDue = head && head.model !== model && !this.successor.isBusy(organizationId);
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

/** Whether the work was done by then. */
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
