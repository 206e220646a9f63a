import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { newId } from '../../common/ids/type-id.js';
import { AuditTrail } from '../audit/audit.service.js';
import { AssignmentSuperseded } from './assignment.events.js';
import { AssignmentRepository, type ActiveRevision } from './assignment.repository.js';
import type { CancelReason } from './dto/assignment-types.js';
import { AssignmentAnnouncer } from './notices/assignment-announcer.service.js';

/** Ends assignments when their revision is no longer active, and reopens them for its successor. */
@Injectable()
export class AssignmentSuccession {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly announcer: AssignmentAnnouncer,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Ends assignments of earlier revisions, and asks the same people for the active one. */
  async reopen(documentId: string, active: ActiveRevision): Promise<void> {
    const ended = await this.assignments.supersede(documentId, active.revision_id);
    if (ended.length === 0) return;
    const ids = ended.map(() => newId('assignment'));
    await this.assignments.succeed(ended, ids, active);
    await this.announcer.enqueue(ids);
    for (const [index, assignment] of ended.entries()) {
      const successor_id = ids[index]!;
      const details = { document_id: documentId, revision_id: assignment.revision_id, successor_id };
      await this.record('assignment.superseded', assignment, details);
      await this.events.emit(new AssignmentSuperseded(assignment, successor_id));
    }
  }

  /** Cancels open assignments of a document, or of one of its revisions. A null document stands for deleted ones. */
  async cancel(documentId: string | null, revisionId: string | null, reason: CancelReason): Promise<void> {
    for (const assignment of await this.assignments.cancelAll(documentId, revisionId, reason))
      await this.record('assignment.canceled', assignment, { document_id: documentId, reason });
  }

  /** Repairs what a process of an earlier release left open, which does not know assignments, and resumes after a crash. */
  async run(): Promise<void> {
    for (const documentId of await this.assignments.listOutdated()) await this.repair(documentId);
    await this.announcer.run();
  }

  private repair(documentId: string | null): Promise<void> {
    return this.db.transaction(async () => {
      if (documentId === null) return this.cancel(null, null, 'document_deleted');
      await this.assignments.holdDocument(documentId);
      const active = await this.assignments.findActive(documentId);
      return active ? this.reopen(documentId, active) : this.cancel(documentId, null, 'revision_withdrawn');
    });
  }

  private record(
    action: string,
    { id, organization_id }: { id: string; organization_id: string },
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({ action, target: { type: 'assignment', id }, details, organization_id });
  }
}
