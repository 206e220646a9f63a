import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { RevisionNotices } from '../../collaboration/notifications/notifier/revision-notices.service.js';
import { DocumentService } from '../../documents/document.service.js';
import { AcknowledgementRepository } from '../acknowledgement.repository.js';
import { NoticeRepository } from './notice.repository.js';

/** Queue of assignments with people to copy or to notify. */
const TO_ANNOUNCE = 'assignments.to-announce';
interface AnnounceJob {
  assignment_ids: string[];
}

/** People copied per transaction, and people notified per transaction, during which other notifications of the organization wait. */
const COPIED_AT_ONCE = 1_000;
const NOTIFIED_AT_ONCE = 200;
const UNFINISHED_AT_ONCE = 1_000;

/**
 * Copies people from a superseded assignment to its successor, and notifies people of assignments, in batches after the request. The rows
 * themselves hold the progress, so that the next start or the scheduled job resumes after a crash.
 */
@Injectable()
export class AssignmentAnnouncer implements OnModuleInit {
  constructor(
    private readonly rows: NoticeRepository,
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly notices: RevisionNotices,
    private readonly documents: DocumentService,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<AnnounceJob>(
      TO_ANNOUNCE,
      'assignment-announcing',
      { concurrency: 1 },
      async ({ assignment_ids }) => {
        for (const id of assignment_ids) await this.announce(id);
      },
    );
  }

  /** Runs with the open transaction. */
  async enqueue(assignmentIds: readonly string[]): Promise<void> {
    await this.queue.publish(TO_ANNOUNCE, { assignment_ids: [...assignmentIds] } satisfies AnnounceJob);
  }

  /** Resumes after a crash. */
  async run(): Promise<void> {
    for (const id of await this.rows.listUnfinished(UNFINISHED_AT_ONCE)) await this.announce(id);
  }

  private async announce(assignmentId: string): Promise<void> {
    await this.fill(assignmentId);
    while (await this.notifySome(assignmentId));
  }

  /** A chain of predecessors is filled from its beginning: revisions can follow each other within a second. */
  private async fill(assignmentId: string): Promise<void> {
    const assignment = await this.rows.find(assignmentId);
    if (!assignment || assignment.filled) return;
    if (assignment.predecessor_id !== null) await this.fill(assignment.predecessor_id);
    while (await this.copySome(assignmentId));
  }

  /** @returns whether there may be more */
  private copySome(assignmentId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const people = await this.rows.listToCopy(assignmentId, COPIED_AT_ONCE);
      if (people.length > 0)
        await this.acknowledgements.insert(
          assignmentId,
          people.map((person) => ({ id: newId('acknowledgement'), ...person })),
        );
      const isMore = people.length === COPIED_AT_ONCE;
      if (!isMore) await this.rows.setFilled(assignmentId);
      return isMore;
    });
  }

  /** @returns whether there may be more */
  private notifySome(assignmentId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const { userIds, count } = await this.rows.takeUnnotified(assignmentId, NOTIFIED_AT_ONCE);
      const assignment = count > 0 ? await this.rows.find(assignmentId) : null;
      if (assignment?.status === 'open' && assignment.document_id !== null) {
        const readers = await this.documents.findReaders({ id: assignment.document_id }, userIds);
        // Nobody is notified of what they did; an activation, not the manager, made a successor.
        const actor_id = assignment.predecessor_id === null ? assignment.created_by : null;
        await this.notices.notify('assignment', { ...assignment, actor_id }, readers);
      }
      return count === NOTIFIED_AT_ONCE;
    });
  }
}
