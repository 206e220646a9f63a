import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events.js';
import { newId } from '../../common/ids/type-id.js';
import { AuditTrail } from '../audit/audit.service.js';
import { DocumentDeleted, RevisionActivated, RevisionWithdrawn } from '../documents/document.events.js';
import { UserCreated, UserJoined, UserReactivated, UserRemoved, UserUpdated } from '../users/user.events.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import { AssignmentSuccession } from './assignment-succession.service.js';
import { AssignmentAnnouncer } from './notices/assignment-announcer.service.js';

type User = UserJoined['user'];

/** Maximum open assignments of a team that a new member gets. */
const MAX_JOINED = 1_000;

/** Follows documents and users with assignments, in the transaction of each change. */
@Injectable()
export class AssignmentEventHandlers {
  constructor(
    events: DomainEvents,
    private readonly succession: AssignmentSuccession,
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly announcer: AssignmentAnnouncer,
    private readonly audit: AuditTrail,
  ) {
    events.on(RevisionActivated, (event) => this.reopen(event));
    events.on(RevisionWithdrawn, ({ document, revision }) =>
      this.succession.cancel(document.id, revision.id, 'revision_withdrawn'),
    );
    events.on(DocumentDeleted, ({ document }) => this.succession.cancel(document.id, null, 'document_deleted'));
    events.on(UserUpdated, ({ user, changed }) => (changed.includes('team_id') ? this.join(user) : Promise.resolve()));
    for (const event of [UserCreated, UserJoined, UserReactivated]) events.on(event, ({ user }) => this.join(user));
    events.on(UserRemoved, ({ user }) => this.withdraw(user));
  }

  private reopen({ document, revision }: RevisionActivated): Promise<void> {
    return this.succession.reopen(document.id, {
      revision_id: revision.id,
      document_title: document.title,
      document_number: document.document_number,
      version: revision.version,
      content_sha256: revision.content_sha256,
    });
  }

  /** Members who come later get the open assignments of their team. Those who leave keep theirs. */
  private async join({ id, team_id, role, status }: User): Promise<void> {
    if (team_id === null || role === 'api_user' || status !== 'active') return;
    const missing = await this.acknowledgements.takeMissing(id, team_id, MAX_JOINED);
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
}
