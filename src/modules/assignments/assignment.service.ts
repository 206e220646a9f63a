import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { warnClient } from '../../common/context/request-context.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../common/database/database.js';
import { AuditTrail } from '../audit/audit.service.js';
import { DocumentService, type DocumentRow } from '../documents/document.service.js';
import { PageService } from '../documents/page.service.js';
import { OrganizationChanges } from '../users/organization-changes.service.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import type { Assignment } from './assignment.entity.js';
import { AssignmentCreated } from './assignment.events.js';
import { AssignmentRepository, type AssignmentRow } from './assignment.repository.js';
import { AssignmentRecipients } from './assignment-recipients.service.js';
import type {
  CreateAssignmentRequest,
  ListAssignmentsQuery,
  UpdateAssignmentRequest,
} from './dto/assignment.request.js';
import { AssignmentAnnouncer } from './notices/assignment-announcer.service.js';

/** Maximum open assignments of a document, all of which an activation reopens. */
const MAX_OPEN = 50;

/** Assignments for those who manage them. {@link OrganizationChanges} serializes new ones with changes of users and teams. */
@Injectable()
export class AssignmentService {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly recipients: AssignmentRecipients,
    private readonly announcer: AssignmentAnnouncer,
    private readonly documents: DocumentService,
    private readonly pages: PageService,
    private readonly changes: OrganizationChanges,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  list(principal: Principal, query: ListAssignmentsQuery): Promise<Page<AssignmentRow>> {
    return this.paginator.page('assignments', query, (afterId, rowCount) =>
      this.assignments.list(principal, query, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<AssignmentRow> {
    const assignment = await this.assignments.find(principal, id);
    if (!assignment) throw AppError.notFound('assignment');
    return assignment;
  }

  /**
   * Assigns to all people in one statement; a job notifies them.
   * @throws AppError INVALID_REQUEST for an unknown document or revision, and recipients who cannot be assigned; CONFLICT (revision_superseded,
   * revision_not_active, not_ready, no_previous_revision, too_many_assignments); UNPROCESSABLE (too_many_people, no_people)
   */
  create(principal: Principal, request: CreateAssignmentRequest): Promise<AssignmentRow> {
    return this.changes.run(principal, 'assignment.manage', async (caller) => {
      const document = await this.assignable(caller, request);
      const { userIds, teamIds, skipped } = await this.recipients.resolve(caller, document, request.recipients);
      if ((await this.assignments.countOpen(document.id)) >= MAX_OPEN) {
        const message = `A document can have ${MAX_OPEN} open assignments; cancel one first`;
        throw AppError.conflict('too_many_assignments', message, { max: MAX_OPEN });
      }
      const assignment = newAssignment(caller, document, request);
      await this.assignments.insert(assignment, teamIds);
      const from = request.scope === 'changes' ? document.revision.supersedes_id : null;
      const people = userIds.map((user_id) => ({ id: newId('acknowledgement'), user_id, from_revision_id: from }));
      await this.acknowledgements.insert(assignment.id, people);
      await this.announcer.enqueue([assignment.id]);
      await this.record('assignment.created', assignment, { people: people.length });
      await this.events.emit(new AssignmentCreated(assignment));
      if (skipped > 0) warnClient(`${skipped} members of the teams cannot see the document and were not assigned.`);
      return this.get(caller, assignment.id);
    });
  }

  /** Moves the due date of all pending acknowledgements. @throws AppError NOT_FOUND, PRECONDITION_FAILED, CONFLICT (not_open) */
  update(
    principal: Principal,
    id: string,
    { due_at }: UpdateAssignmentRequest,
    ifMatch: string | null,
  ): Promise<AssignmentRow> {
    return this.db.transaction(async () => {
      const assignment = await this.lockOpen(principal, id, ifMatch);
      const dueAt = new Date(due_at);
      if (assignment.due_at.getTime() === dueAt.getTime()) return assignment;
      await this.assignments.setDue(id, dueAt);
      await this.acknowledgements.setDue(id, dueAt);
      await this.record('assignment.updated', assignment, { changed: ['due_at'] });
      return this.get(principal, id);
    });
  }

  /** Withdraws pending acknowledgements. Signatures stay. @throws AppError NOT_FOUND, CONFLICT (not_open) */
  cancel(principal: Principal, id: string): Promise<AssignmentRow> {
    return this.db.transaction(async () => {
      const assignment = await this.lockOpen(principal, id, null);
      await this.assignments.cancel(id);
      await this.record('assignment.canceled', assignment, { reason: 'manual' });
      return this.get(principal, id);
    });
  }

  private async lockOpen(principal: Principal, id: string, ifMatch: string | null): Promise<AssignmentRow> {
    // A separate statement, so that the next one sees what the holder of the lock has committed.
    await this.assignments.lock(id);
    const assignment = await this.get(principal, id);
    requireMatch(ifMatch, assignment.row_version);
    if (assignment.status !== 'open') {
      const { status } = assignment;
      throw AppError.conflict('not_open', `The assignment is ${status} and cannot be changed`, { status });
    }
    return assignment;
  }

  /** The document, whose current revision can be assigned and stays current until the transaction ends. */
  private async assignable(
    caller: Principal,
    { document_id: id, revision_id, scope }: CreateAssignmentRequest,
  ): Promise<DocumentRow> {
    const unknown = (field: string, issue: string) => (error: unknown) => {
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? AppError.invalid([{ field, issue }]) : error;
    };
    await this.assignments.holdDocument(id);
    const document = await this.documents
      .get(caller, id)
      .catch(unknown('document_id', 'is not a document that you can see'));
    const { revision } = document;
    if (revision_id !== undefined && revision_id !== revision.id) {
      const { status } = await this.pages
        .getRevision(caller, id, revision_id)
        .catch(unknown('revision_id', 'is not a revision of the document'));
      if (status === 'superseded') throw superseded(revision.id);
      throw notActive(status);
    }
    if (revision.status !== 'active') throw notActive(revision.status);
    if (revision.ingestion_state !== 'ready') {
      const message = 'The revision is not completely read yet';
      throw AppError.conflict('not_ready', message, { ingestion: revision.ingestion_state });
    }
    if (scope === 'changes' && revision.supersedes_id === null)
      throw AppError.conflict('no_previous_revision', 'The document has no earlier revision to compare with');
    return document;
  }

  private record(action: string, { id, document_id, revision_id }: Assignment, more: object): Promise<void> {
    return this.audit.record({
      action,
      target: { type: 'assignment', id },
      details: { document_id, revision_id, ...more },
    });
  }
}

function newAssignment(caller: Principal, document: DocumentRow, request: CreateAssignmentRequest): Assignment {
  const { revision } = document;
  return {
    id: newId('assignment'),
    organization_id: document.organization_id,
    document_id: document.id,
    revision_id: revision.id,
    document_title: document.title,
    document_number: document.document_number,
    version: revision.version,
    content_sha256: revision.content_sha256,
    scope: request.scope,
    statement: request.statement,
    due_at: new Date(request.due_at),
    status: 'open',
    cancel_reason: null,
    predecessor_id: null,
    filled: true,
    overdue_noticed_at: null,
    created_by: caller.userId,
    ended_at: null,
    row_version: 1,
    created_at: new Date(),
  };
}

export function superseded(currentId: string | null): AppError {
  const message = 'Another revision of the document is active now; read and acknowledge that one';
  return AppError.conflict('revision_superseded', message, { current_revision_id: currentId });
}

function notActive(status: string): AppError {
  return AppError.conflict('revision_not_active', `The revision is ${status}; only the active one can be assigned`, {
    status,
  });
}
