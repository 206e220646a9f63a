import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events.js';
import { newId } from '../../common/ids/type-id.js';
import { AuditTrail } from '../audit/audit.service.js';
import { DocumentDeleted, RevisionActivated, RevisionWithdrawn } from '../documents/document.events.js';
import { UserCreated, UserJoined, UserReactivated, UserRemoved, UserUpdated } from '../users/user.events.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import { AssignmentSuperseded } from './assignment.events.js';
import { AssignmentRepository } from './assignment.repository.js';
import type { CancelReason } from './dto/assignment-types.js';
import { AssignmentAnnouncer } from './notices/assignment-announcer.service.js';

type User = UserJoined['user'];

/** Maximum open assignments of a team that a new member gets. */
const MAX_JOINED = 1_000;

/** Follows documents and users with assignments, in the transaction of each change. */
@Injectable()
export class AssignmentEventHandlers {
  constructor(
    private readonly events: DomainEvents,
    private readonly assignments: AssignmentRepository,
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly announcer: AssignmentAnnouncer,
    private readonly audit: AuditTrail,
  ) {
    events.on(RevisionActivated, (event) => this.reopen(event));
    events.on(RevisionWithdrawn, ({ document, revision }) =>
      this.cancel(document.id, revision.id, 'revision_withdrawn'),
    );
    events.on(DocumentDeleted, ({ document }) => this.cancel(document.id, null, 'document_deleted'));
    events.on(UserUpdated, ({ user, changed }) => (changed.includes('team_id') ? this.join(user) : Promise.resolve()));
    for (const event of [UserCreated, UserJoined, UserReactivated]) events.on(event, ({ user }) => this.join(user));
    events.on(UserRemoved, ({ user }) => this.withdraw(user));
  }

  /** Ends assignments of earlier revisions, and asks the same people for the new one. */
  private async reopen({ document, revision }: RevisionActivated): Promise<void> {
    const ended = await this.assignments.supersede(document.id, revision.id);
    if (ended.length === 0) return;
    const ids = ended.map(() => newId('assignment'));
    await this.assignments.succeed(ended, ids, {
      revision_id: revision.id,
      document_title: document.title,
      document_number: document.document_number,
      version: revision.version,
      content_sha256: revision.content_sha256,
    });
    await this.announcer.enqueue(ids);
    for (const [index, assignment] of ended.entries()) {
      const successor_id = ids[index]!;
      const details = { document_id: document.id, revision_id: assignment.revision_id, successor_id };
      await this.record('assignment.superseded', assignment.id, details);
      await this.events.emit(new AssignmentSuperseded(assignment, successor_id));
    }
  }

  private async cancel(documentId: string, revisionId: string | null, reason: CancelReason): Promise<void> {
    for (const id of await this.assignments.cancelAll(documentId, revisionId, reason))
      await this.record('assignment.canceled', id, { document_id: documentId, reason });
  }

  /** Members who come later get the open assignments of their team. Those who leave keep theirs. */
  private async join({ id, team_id, role, status }: User): Promise<void> {
    if (team_id === null || role === 'api_user' || status !== 'active') return;
    const missing = await this.acknowledgements.listMissing(id, team_id, MAX_JOINED);
    if (missing.length === 0) return;
    await this.acknowledgements.insertLate(
      id,
      missing,
      missing.map(() => newId('acknowledgement')),
    );
    await this.announcer.enqueue(missing);
  }

  private async withdraw({ id, organization_id }: User): Promise<void> {
    const count = await this.acknowledgements.withdrawAll(id);
    if (count === 0) return;
    const action = 'acknowledgement.withdrawn';
    await this.audit.record({ action, target: { type: 'user', id }, details: { count }, organization_id });
  }

  private record(action: string, id: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ action, target: { type: 'assignment', id }, details });
  }
}
