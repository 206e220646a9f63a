import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { HourlyTask } from '../../../../common/hourly-task.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { RevisionActivated } from '../../../documents/document.events.js';
import type { Comment } from '../comment.entity.js';
import { CommentFinder } from './comment-finder.service.js';
import { CommentPlaceRepository } from './comment-place.repository.js';

/** There are comments on other revisions that are to be carried to this one. */
const COMMENTS_TO_CARRY = 'comments.to-carry';
interface CommentsToCarry {
  revision_id: string;
}

/** Threads that are looked for together: each batch walks through the pages of the revision once, and of theirs. */
const BATCH = 500;

/**
 * Carries comments on other revisions to the current one: all of them when it is activated, later ones when they are made.
 *
 * That there is something to be carried, and how far it has come, is a row in the transaction of the activation,
 * or of the comment: whoever dies in between leaves it for the next start of any process, or for the next hour.
 */
@Injectable()
export class CommentCarrier extends HourlyTask implements OnModuleInit {
  private readonly log = new Logger(CommentCarrier.name);

  constructor(
    private readonly places: CommentPlaceRepository,
    private readonly finder: CommentFinder,
    private readonly queue: JobQueue,
    private readonly db: Database,
    events: DomainEvents,
  ) {
    super();
    // An activated revision was read to its end, so there is nothing to wait for.
    events.on(RevisionActivated, async ({ document, revision }) => {
      if (await this.places.askForAll(document.id, revision.id)) await this.publish(revision.id);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<CommentsToCarry>(
      COMMENTS_TO_CARRY,
      'comment-carrying',
      { concurrency: 1 },
      ({ revision_id }) => this.carryAll(revision_id),
    );
  }

  /** What a process that died left. */
  protected async run(): Promise<void> {
    for (const revisionId of await this.places.listUnfinished()) await this.carryAll(revisionId);
  }

  /** Has a comment that is made on another revision carried to this one, once the open transaction is committed. */
  async ask(revisionId: string, comment: Pick<Comment, 'id' | 'revision_id' | 'parent_id'>): Promise<void> {
    if (comment.parent_id !== null || comment.revision_id === revisionId) return;
    if (await this.places.ask(revisionId, comment.id)) await this.publish(revisionId);
  }

  private publish(revisionId: string): Promise<void> {
    const job: CommentsToCarry = { revision_id: revisionId };
    return this.queue.publish(COMMENTS_TO_CARRY, job);
  }

  /** Carries what was not carried to the revision yet, unless another process is at it. */
  private async carryAll(revisionId: string): Promise<void> {
    // Looked at again when the lock is free: who asked in between was told that somebody is at it.
    while (await this.places.isUnfinished(revisionId)) {
      const seen = await this.db.withLock(`comments to ${revisionId}`, () => this.carryRest(revisionId));
      if (seen === null) return;
      this.log.log({ revision_id: revisionId, comments: seen }, 'comments carried');
    }
  }

  /** Answers how many threads were looked at. */
  private async carryRest(revisionId: string): Promise<number> {
    for (let seen = 0; ;) {
      const batch = await this.places.nextBatch(revisionId, BATCH);
      const last = batch?.at(-1);
      if (batch && last) {
        const found = await this.finder.find(revisionId, batch);
        await this.db.transaction(async () => {
          await this.places.insert(found);
          await this.places.advance(revisionId, last.id);
        });
        seen += batch.length;
      }
      const isLast = batch === null || batch.length < BATCH;
      if (isLast && (batch === null || (await this.places.finish(revisionId)))) return seen;
    }
  }
}
