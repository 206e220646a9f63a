import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { removeInBatches } from '../../../common/runtime/batched-removal.js';
import { RevisionNotices } from '../../collaboration/notifications/notifier/revision-notices.service.js';
import { DocumentService } from '../../documents/document.service.js';
import type { Assignment } from '../assignment.entity.js';
import { AcknowledgementOverdue } from '../assignment.events.js';
import { NoticeRepository, type DuePeople } from './notice.repository.js';

/** People notified per transaction, all of one assignment. */
const BATCH = 200;

/**
 * Reminds people before the due date, and notifies them and the manager when it has passed, each once. A time is cleared in the transaction
 * of its notification, so that a run after a crash repeats nothing.
 */
@Injectable()
export class DueNotices {
  constructor(
    private readonly rows: NoticeRepository,
    private readonly notices: RevisionNotices,
    private readonly documents: DocumentService,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  async run(): Promise<void> {
    await removeInBatches(() => this.some('remind_at', (due) => this.remind(due)));
    await removeInBatches(() => this.some('escalate_at', (due) => this.escalate(due)));
  }

  private some(column: 'remind_at' | 'escalate_at', act: (due: DuePeople) => Promise<void>): Promise<boolean> {
    return this.db.transaction(async () => {
      const due = await this.rows.takeDue(column, BATCH);
      if (due && due.assignment.status === 'open') await act(due);
      return due !== null;
    });
  }

  private async remind({ assignment, people }: DuePeople): Promise<void> {
    const ids = people.filter(({ status, is_late }) => status === 'pending' && !is_late).map(({ user_id }) => user_id);
    await this.notices.notify('reminder', { ...assignment, actor_id: null }, await this.readers(assignment, ids));
  }

  private async escalate({ assignment, people }: DuePeople): Promise<void> {
    const { document_id, revision_id, organization_id } = assignment;
    const late = people.filter(({ status, is_late }) => status === 'pending' && is_late);
    const ids = late.map(({ user_id }) => user_id);
    const readers = await this.readers(assignment, ids);
    if (readers.length === 0 || document_id === null || revision_id === null) return;
    const isFirst = await this.rows.noteOverdue(assignment.id);
    const managers = isFirst ? await this.readers(assignment, await this.rows.listManagers(assignment)) : [];
    const recipients = [...new Set([...readers, ...managers])];
    await this.notices.notify('overdue', { ...assignment, actor_id: null }, recipients);
    for (const { id, user_id } of late.filter((one) => readers.includes(one.user_id))) {
      const named = { id, organization_id, assignment_id: assignment.id, document_id, revision_id, user_id };
      await this.events.emit(new AcknowledgementOverdue(named));
    }
  }

  private async readers({ document_id }: Assignment, userIds: readonly string[]): Promise<string[]> {
    if (document_id === null || userIds.length === 0) return [];
    return this.documents.findReaders({ id: document_id }, userIds);
  }
}
