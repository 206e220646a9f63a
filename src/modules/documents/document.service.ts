import { Injectable } from '@nestjs/common';
import type { Principal, Reader } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import type { SqlConditions } from '../../common/database/sql-conditions.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationPolicies } from '../settings/organization-policies.service.js';
import { UserService } from '../users/user.service.js';
import type { Document, DocumentAccess } from './document.entity.js';
import {
  DOCUMENT_DELETED,
  DocumentCreated,
  DocumentDeleted,
  DocumentUpdated,
  type DocumentNamed,
} from './document.events.js';
import { DocumentReaderRepository } from './document-reader.repository.js';
import { canManage } from './document.policy.js';
import { DocumentRepository, EDITABLE_COLUMNS, type DocumentReach, type DocumentRow } from './document.repository.js';
import type { CreateDocumentRequest, ListDocumentsQuery } from './dto/document.request.js';
import type { UpdateDocumentRequest } from './dto/update-document.request.js';
import { DocumentListRepository } from './listing/document-list.repository.js';
import { duplicateContent, RevisionIntake, warnOfSkip } from './revision-intake.js';
import type { Revision } from './revision.entity.js';
import { RevisionRepository } from './revision.repository.js';

export type { DocumentRow } from './document.repository.js';

@Injectable()
export class DocumentService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lists: DocumentListRepository,
    private readonly readers: DocumentReaderRepository,
    private readonly revisions: RevisionRepository,
    private readonly intake: RevisionIntake,
    private readonly users: UserService,
    private readonly policies: OrganizationPolicies,
    private readonly paginator: KeysetPaginator,
    private readonly queue: JobQueue,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  list(principal: Principal, query: ListDocumentsQuery): Promise<Page<DocumentRow>> {
    return this.db.onReplica(() =>
      this.paginator.page('documents', query, (afterId, rowCount) =>
        this.lists.list(principal, query, afterId, rowCount),
      ),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<DocumentRow> {
    const document = await this.documents.find(principal, id);
    if (!document) throw AppError.notFound('document');
    return document;
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN */
  async getManaged(principal: Principal, id: string): Promise<DocumentRow> {
    const document = await this.get(principal, id);
    if (!canManage(principal, document)) {
      throw new AppError('FORBIDDEN', 'You can change only documents of your team', { reason: 'other_team' });
    }
    return document;
  }

  /** Conditions on `documents d`, for queries of other modules. */
  visibleTo(principal: Reader): SqlConditions {
    return this.documents.visibleTo(principal);
  }

  /**
   * SQL of a document id as the reader may see it: null for a document that is not visible.
   * @param column holds the id, such as `r.document_id` @param conditions without parameters yet, gets those of the SQL
   */
  visibleIdSql(reader: Reader, column: string, conditions: SqlConditions): string {
    const visible = this.visibleTo(reader);
    for (const value of visible.parameters) conditions.parameter(value);
    return `(SELECT v.id FROM (SELECT d.id FROM documents d WHERE ${visible.sql}) v WHERE v.id = ${column})`;
  }

  /** {@link visibleTo} by the reason for which the reader can see a document. */
  reachOf(reader: Reader): DocumentReach {
    return this.documents.reachOf(reader);
  }

  /** Without documents hidden from the caller. */
  findByRevisions(principal: Principal, revisionIds: readonly string[]): Promise<DocumentRow[]> {
    return this.documents.findByRevisions(principal, revisionIds);
  }

  /** The given ids that are documents visible to the caller. */
  findVisibleIds(principal: Principal, ids: readonly string[]): Promise<string[]> {
    return this.documents.findVisibleIds(principal, ids);
  }

  /** Those of the given users who can see the document and are active. The inverse of {@link visibleTo}. @param revision may be a draft */
  findReaders(
    { id }: Pick<Document, 'id'>,
    userIds: readonly string[],
    revision?: Pick<Revision, 'status'>,
  ): Promise<string[]> {
    return this.readers.list(id, userIds, revision?.status === 'draft');
  }

  /** Users to notify of work on the document: the managers of its team but one user; administrators without such managers. */
  listManagers(documentId: string, exceptUserId: string | null): Promise<string[]> {
    return this.readers.listManagers(documentId, exceptUserId);
  }

  /** Document types of the caller's documents with counts, and whether new documents can have them. */
  async listDocumentTypes(principal: Principal): Promise<{ value: string; count: number; in_use: boolean }[]> {
    const inUse: readonly string[] = await this.policies.documentTypes(principal);
    const counts = await this.countBy(principal, 'document_type');
    return counts.map((type) => ({ ...type, in_use: inUse.includes(type.value) }));
  }

  listAircraftTypes(principal: Principal): Promise<{ value: string; count: number }[]> {
    return this.countBy(principal, 'aircraft_type');
  }

  private countBy(
    principal: Principal,
    column: 'document_type' | 'aircraft_type',
  ): Promise<{ value: string; count: number }[]> {
    return this.db.onReplica(() => this.lists.countBy(principal, column));
  }

  /**
   * The first revision is current at once.
   * @throws AppError FORBIDDEN for a manager's other team; INVALID_REQUEST for an unknown team; UNPROCESSABLE for an unused type;
   * CONFLICT (duplicate_content) if a visible document has the file
   */
  async create(principal: Principal, request: CreateDocumentRequest): Promise<DocumentRow> {
    const teamId = await this.teamFor(principal, request);
    await this.policies.requireDocumentType(principal, request.document_type);
    const now = new Date();
    const document: Document = {
      id: newId('document'),
      organization_id: principal.organizationId,
      title: request.title,
      document_type: request.document_type,
      aircraft_type: request.aircraft_type,
      document_number: request.document_number ?? null,
      ata_chapter: request.ata_chapter ?? null,
      access: request.access,
      team_id: teamId,
      current_revision_id: null,
      created_by: principal.userId,
      deleted_at: null,
      row_version: 1,
      created_at: now,
      updated_at: now,
    };
    return this.db.transaction(async () => {
      await this.intake.lockContent(principal, request);
      if (document.document_number !== null) await this.intake.lockNumber(principal, document.document_number);
      const duplicate = await this.intake.findDuplicate(principal, request);
      if (duplicate) return this.settleDuplicate(principal, duplicate, request);
      await this.documents.insert(document);
      const revision = await this.intake.take(principal, document, request, 'active');
      await this.documents.setCurrentRevision(document.id, revision.id);
      const created = await this.get(principal, document.id);
      await this.record('document.created', created, { revision_id: revision.id, version: revision.version });
      await this.events.emit(new DocumentCreated(created));
      return created;
    });
  }

  /** @throws AppError CONFLICT (duplicate_content, version_exists) */
  private async settleDuplicate(
    principal: Principal,
    duplicate: DocumentRow,
    request: CreateDocumentRequest,
  ): Promise<DocumentRow> {
    const { on_duplicate: policy, version } = request;
    const isFiled = policy === 'revision' && canManage(principal, duplicate);
    if (policy === 'error' || (policy === 'revision' && !isFiled)) throw duplicateContent(duplicate);
    if (isFiled) {
      const document = await this.lockManaged(principal, duplicate.id);
      await this.intake.requireFree(document.id, version);
      const revision = await this.intake.take(principal, document, request, 'draft');
      await this.record('document.revision_added', document, { revision_id: revision.id, version });
    } else warnOfSkip(duplicate);
    return this.get(principal, duplicate.id);
  }

  /**
   * Also updates the effectivity of the current revision.
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN (other_team), INVALID_REQUEST for an unknown or missing team, UNPROCESSABLE
   * for a type not in use
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateDocumentRequest,
    ifMatch: string | null,
  ): Promise<DocumentRow> {
    return this.db.transaction(async () => {
      const document = await this.lockManaged(principal, id);
      requireMatch(ifMatch, document.row_version);
      const columns = EDITABLE_COLUMNS.filter(
        (column) => changes[column] !== undefined && changes[column] !== document[column],
      );
      const { effectivity } = changes;
      const isEffectivityNew = effectivity !== undefined && effectivity !== document.revision.effectivity;
      const changed = [...columns, ...(isEffectivityNew ? ['effectivity'] : [])];
      if (changed.length === 0) return document;
      const { access = document.access, team_id: teamId = document.team_id } = changes;
      await this.requireTeam(principal, access, teamId);
      if (columns.includes('document_type') && changes.document_type !== undefined)
        await this.policies.requireDocumentType(principal, changes.document_type);
      await this.documents.update(id, Object.fromEntries(columns.map((column) => [column, changes[column]])));
      if (isEffectivityNew) await this.revisions.update(document.revision.id, { effectivity });
      const updated = await this.get(principal, id);
      const reach = ['access', 'team_id'].some((column) => changed.includes(column));
      await this.record('document.updated', updated, {
        changed,
        ...(reach && { from: reachOf(document), to: reachOf(updated) }),
      });
      await this.events.emit(new DocumentUpdated(updated, changed));
      return updated;
    });
  }

  /** Hides the document on commit; a job removes its content. @throws AppError NOT_FOUND, FORBIDDEN */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const document = await this.lockManaged(principal, id);
      await this.documents.markDeleted(id);
      const named: DocumentNamed = { organization_id: document.organization_id, document_id: id };
      await this.queue.publish(DOCUMENT_DELETED, named);
      await this.record('document.deleted', document);
      await this.events.emit(new DocumentDeleted(document));
    });
  }

  /** Documents that the caller can see and to which the current issue of the publication refers; none for an unknown publication. */
  listIdsInPublication(principal: Principal, publicationId: string): Promise<string[]> {
    return this.db.onReplica(() => this.lists.listIdsInPublication(principal, publicationId));
  }

  /** {@link getManaged}, locked until the transaction ends. @throws AppError NOT_FOUND, FORBIDDEN */
  async lockManaged(principal: Principal, id: string): Promise<DocumentRow> {
    // A separate statement, so that the next one sees what the holder of the lock has committed.
    await this.documents.lock(principal, id);
    return this.getManaged(principal, id);
  }

  /** The team of a new document or publication. @throws AppError FORBIDDEN for a manager's other team; INVALID_REQUEST for an unknown or missing team */
  async teamFor(
    principal: Principal,
    { access, team_id }: Pick<CreateDocumentRequest, 'access' | 'team_id'>,
  ): Promise<string | null> {
    const teamId = team_id ?? (principal.role === 'admin' ? null : principal.teamId);
    await this.requireTeam(principal, access, teamId);
    return teamId;
  }

  private record(action: string, { id }: DocumentRow, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action, target: { type: 'document', id }, details });
  }

  /** A manager can name their own team only. */
  private async requireTeam(principal: Principal, access: DocumentAccess, teamId: string | null): Promise<void> {
    if (!canManage(principal, { organization_id: principal.organizationId, team_id: teamId })) {
      throw new AppError('FORBIDDEN', "A manager's document must belong to the manager's team", {
        reason: 'other_team',
      });
    }
    if (teamId !== null && !(await this.users.teamExists(principal.organizationId, teamId))) {
      throw AppError.invalid([{ field: 'team_id', issue: 'is not a team of your organization' }]);
    }
    if (access === 'team' && teamId === null)
      throw AppError.invalid([{ field: 'team_id', issue: 'is required for access team' }]);
  }
}

function reachOf({ access, team_id }: DocumentRow): Pick<Document, 'access' | 'team_id'> {
  return { access, team_id };
}
