import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { RevisionActivated } from '../../../documents/document.events.js';
import type { Comment } from '../comment.entity.js';
import { AnchorFinder } from './anchor-finder.service.js';
import { CommentAnchorRepository } from './comment-anchor.repository.js';

/** Queue of revisions whose comments need locations. */
const COMMENTS_TO_ANCHOR = 'comments.to-carry';
interface AnchoringJob {
  revision_id: string;
}

/** Threads per batch. Each batch reads the pages of all revisions involved once. */
const BATCH = 500;

/**
 * Locates comments of other revisions in the current one, on activation or creation. The progress is a row, written in that transaction, so
 * that another process can resume after a crash.
 */
@Injectable()
export class CommentAnchoring implements OnModuleInit {
  private readonly log = new Logger(CommentAnchoring.name);

  constructor(
    private readonly anchors: CommentAnchorRepository,
    private readonly finder: AnchorFinder,
    private readonly queue: JobQueue,
    private readonly db: Database,
    events: DomainEvents,
  ) {
    // An activated revision is read completely.
    events.on(RevisionActivated, async ({ document, revision }) => {
      if (await this.anchors.enqueueAll(document.id, revision.id)) await this.publish(revision.id);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<AnchoringJob>(
      COMMENTS_TO_ANCHOR,
      'comment-carrying',
      { concurrency: 1 },
      ({ revision_id }) => this.anchorAll(revision_id),
    );
  }

  /** Resumes jobs of processes that died. */
  async run(): Promise<void> {
    for (const revisionId of await this.anchors.listUnfinished()) await this.anchorAll(revisionId);
  }

  /** Queues a comment on another revision, with the commit of the open transaction. */
  async enqueue(revisionId: string, comment: Pick<Comment, 'id' | 'revision_id' | 'parent_id'>): Promise<void> {
    if (comment.parent_id !== null || comment.revision_id === revisionId) return;
    if (await this.anchors.enqueue(revisionId, comment.id)) await this.publish(revisionId);
  }

  private publish(revisionId: string): Promise<void> {
    const job: AnchoringJob = { revision_id: revisionId };
    return this.queue.publish(COMMENTS_TO_ANCHOR, job);
  }

  /** Runs the job unless another process does. */
  private async anchorAll(revisionId: string): Promise<void> {
    // Checked again after the lock is released: comments queued meanwhile rely on the running job.
    while (await this.anchors.isUnfinished(revisionId)) {
      const seen = await this.db.withLock(`comments to ${revisionId}`, () => this.anchorRest(revisionId));
      if (seen === null) return;
      this.log.log({ revision_id: revisionId, comments: seen }, 'comments carried');
    }
  }

  /** Returns the number of threads processed. */
  private async anchorRest(revisionId: string): Promise<number> {
    for (let seen = 0; ;) {
      const batch = await this.anchors.nextBatch(revisionId, BATCH);
      const last = batch?.at(-1);
      if (batch && last) {
        const found = await this.finder.find(revisionId, batch);
        await this.db.transaction(async () => {
          await this.anchors.insert(found);
          await this.anchors.advance(revisionId, last.id);
        });
        seen += batch.length;
      }
      const isLast = batch === null || batch.length < BATCH;
      if (isLast && (batch === null || (await this.anchors.finish(revisionId)))) return seen;
    }
  }
}
