import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import type { SqlConditions } from '../../common/database/sql-conditions.js';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import { UserService } from '../users/user.service.js';
import type { Document } from './document.entity.js';
import { REVISION_UPLOADED, type RevisionUploaded } from './document.events.js';
import { canManage } from './document.policy.js';
import { DocumentRepository, type DocumentRow } from './document.repository.js';
import type { CreateDocumentRequest, ListDocumentsQuery } from './dto/document.request.js';
import type { RevisionStatus } from './dto/document-types.js';
import type { Revision } from './revision.entity.js';
import { RevisionRepository } from './revision.repository.js';
import type { StoredUpload } from './stored-upload.js';

export type { DocumentRow } from './document.repository.js';

/** A further issue of a document. */
export interface NewRevision {
  version: string;
  revision_date?: string | null;
  effectivity?: string | null;
  file: StoredUpload;
}

/** Documents and their revisions: who may see and change them, and that at most one revision is current. */
@Injectable()
export class DocumentService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly revisions: RevisionRepository,
    private readonly users: UserService,
    private readonly paginator: KeysetPaginator,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  list(principal: Principal, query: ListDocumentsQuery): Promise<Page<DocumentRow>> {
    return this.paginator.page('documents', query, (afterId, rowCount) =>
      this.documents.list(principal, query, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<DocumentRow> {
    const document = await this.documents.find(principal, id);
    if (!document) throw AppError.notFound('document');
    return document;
  }

  /** As {@link get}, for callers who are about to change it. @throws AppError NOT_FOUND, FORBIDDEN */
  async getManaged(principal: Principal, id: string): Promise<DocumentRow> {
    const document = await this.get(principal, id);
    if (!canManage(principal, document)) {
      throw new AppError('FORBIDDEN', 'Only documents of your own team', { reason: 'other_team' });
    }
    return document;
  }

  /** Conditions on `documents d` that leave what the caller may see: for the queries of modules that build on documents. */
  visibleTo(principal: Principal): SqlConditions {
    return this.documents.visibleTo(principal);
  }

  /** Documents as the given revisions show them; those the caller may not see are missing. */
  findByRevisions(principal: Principal, revisionIds: readonly string[]): Promise<DocumentRow[]> {
    return this.documents.findByRevisions(principal, revisionIds);
  }

  /** Document types or aircraft types in use, with counts. */
  countBy(
    principal: Principal,
    column: 'document_type' | 'aircraft_type',
  ): Promise<{ value: string; count: number }[]> {
    return this.documents.countBy(principal, column);
  }

  /**
   * Files a document with its first revision, which is the current one from the start and is searched once it was read.
   *
   * @throws AppError FORBIDDEN when a manager files for another team; INVALID_REQUEST for an unknown team
   */
  async create(principal: Principal, request: CreateDocumentRequest): Promise<DocumentRow> {
    const teamId = await this.teamFor(principal, request);
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
      row_version: 1,
      created_at: now,
      updated_at: now,
    };
    return this.db.transaction(async () => {
      await this.documents.insert(document);
      const revision = await this.insertRevision(principal, document, request, 'active');
      await this.documents.setCurrentRevision(document.id, revision.id);
      return this.get(principal, document.id);
    });
  }

  /** Adds a draft to be read and checked before it is activated. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for a known version */
  async addRevision(principal: Principal, documentId: string, request: NewRevision): Promise<Revision> {
    const document = await this.getManaged(principal, documentId);
    return this.db.transaction(() => this.insertRevision(principal, document, request, 'draft'));
  }

  /**
   * Makes a draft the current revision; the one before is superseded in the same transaction.
   *
   * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (illegal_transition)
   */
  async activate(principal: Principal, documentId: string, revisionId: string): Promise<void> {
    await this.getManaged(principal, documentId);
    await this.db.transaction(async () => {
      await this.documents.lock(documentId);
      const revision = await this.revisions.find(documentId, revisionId);
      if (!revision) throw AppError.notFound('revision');
      if (revision.status !== 'draft') {
        throw AppError.conflict('illegal_transition', `A ${revision.status} revision cannot be activated`, {
          status: revision.status,
        });
      }
      if (revision.ingestion_state !== 'ready') {
        throw AppError.conflict('not_ready', 'Only a revision that was read can be activated', {
          ingestion: revision.ingestion_state,
        });
      }
      const previous = await this.revisions.findActive(documentId);
      if (previous) await this.revisions.update(previous.id, { status: 'superseded', superseded_by_id: revisionId });
      await this.revisions.update(revisionId, { status: 'active', supersedes_id: previous?.id ?? null });
      await this.documents.setCurrentRevision(documentId, revisionId);
    });
  }

  private async insertRevision(
    principal: Principal,
    document: Document,
    request: NewRevision,
    status: RevisionStatus,
  ): Promise<Revision> {
    const now = new Date();
    const revision: Revision = {
      id: newId('revision'),
      document_id: document.id,
      version: request.version,
      revision_date: request.revision_date ?? null,
      effectivity: request.effectivity ?? null,
      status,
      supersedes_id: null,
      superseded_by_id: null,
      content_sha256: request.file.sha256,
      content_size: String(request.file.size),
      media_type: request.file.media_type,
      file_name: request.file.file_name,
      page_count: null,
      language: null,
      outline: [],
      metadata: null,
      ingestion_state: 'queued',
      ingestion_stage: null,
      ingestion_error: null,
      ingestion_warnings: [],
      ingestion_checkpoint: null,
      ingestion_attempts: 0,
      pages_done: 0,
      pages_total: null,
      created_by: principal.userId,
      created_at: now,
      updated_at: now,
    };
    await this.revisions.insert(revision);
    const event: RevisionUploaded = {
      organization_id: document.organization_id,
      document_id: document.id,
      revision_id: revision.id,
    };
    await this.queue.publish(REVISION_UPLOADED, event);
    return revision;
  }

  /** The team a new document belongs to: as asked for, and for a manager none but their own. */
  private async teamFor(principal: Principal, { access, team_id }: CreateDocumentRequest): Promise<string | null> {
    const teamId = team_id ?? (principal.role === 'admin' ? null : principal.teamId);
    if (!canManage(principal, { organization_id: principal.organizationId, team_id: teamId })) {
      throw new AppError('FORBIDDEN', 'Managers file documents for their own team', { reason: 'other_team' });
    }
    if (teamId !== null && !(await this.users.teamExists(principal.organizationId, teamId))) {
      throw AppError.invalid([{ field: 'team_id', issue: 'is not a team of your organization' }]);
    }
    if (access === 'team' && teamId === null)
      throw AppError.invalid([{ field: 'team_id', issue: 'is required for access team' }]);
    return teamId;
  }
}
