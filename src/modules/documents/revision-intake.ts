import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { warnClient } from '../../common/context/request-context.js';
import { newId } from '../../common/ids/type-id.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import type { Document } from './document.entity.js';
import { REVISION_DELETED, REVISION_UPLOADED, type DeletedRevision, type RevisionUploaded } from './document.events.js';
import type { Revision } from './revision.entity.js';
import { RevisionRepository } from './revision.repository.js';
import { canManage } from './document.policy.js';
import { DocumentRepository, type DocumentRow } from './document.repository.js';
import type { OnDuplicate } from './dto/revision.request.js';
import type { StoredUpload } from './uploads/stored-upload.js';

export interface NewRevision {
  version: string;
  revision_date?: string | null;
  effectivity?: string | null;
  file: StoredUpload;
  on_duplicate: OnDuplicate;
}

@Injectable()
export class RevisionIntake {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly revisions: RevisionRepository,
    private readonly queue: JobQueue,
  ) {}

  /** Call it first in the transaction: see {@link DocumentRepository.lockContent}. */
  lockContent(principal: Principal, { file }: NewRevision): Promise<void> {
    return this.documents.lockContent(principal, file.sha256);
  }

  /** Call it after {@link lockContent}. See {@link DocumentRepository.lockNumber}. */
  lockNumber(principal: Principal, number: string): Promise<void> {
    return this.documents.lockNumber(principal, number);
  }

  /**
   * A revision with the same file, in its document, among those that the caller can see: of the given document, else of one that
   * the caller manages, else the latest.
   */
  async findDuplicate(
    principal: Principal,
    { file }: NewRevision,
    documentId: string | null = null,
  ): Promise<DocumentRow | null> {
    const found = (await this.documents.findByContent(principal, file.sha256)).map((document) => ({
      document,
      isManaged: canManage(principal, document),
    }));
    const visible = found.filter(({ document, isManaged }) => document.revision.status !== 'draft' || isManaged);
    const best =
      visible.find(({ document }) => document.id === documentId) ??
      visible.find(({ isManaged }) => isManaged) ??
      visible[0];
    return best?.document ?? null;
  }

  /** @throws AppError CONFLICT (version_exists) */
  async requireFree(documentId: string, version: string): Promise<void> {
    if (await this.revisions.findVersion(documentId, version))
      throw AppError.conflict('version_exists', 'The document already has a revision with this version');
  }

  /** Inserts the revision in the open transaction; reading starts after the commit. */
  async take(
    principal: Principal,
    document: Pick<Document, 'id' | 'organization_id'>,
    request: NewRevision,
    status: 'draft' | 'active',
  ): Promise<Revision> {
    const now = new Date();
    const isActive = status === 'active';
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
      ingestion_due_at: null,
      ingestion_started_at: null,
      ingestion_read_ms: 0,
      pages_done: 0,
      pages_total: null,
      created_by: principal.userId,
      activated_at: isActive ? now : null,
      activated_by: isActive ? principal.userId : null,
      withdrawn_at: null,
      withdrawn_by: null,
      reprocessed_at: null,
      created_at: now,
      updated_at: now,
    };
    await this.revisions.insert(revision);
    await this.announce(document, revision.id);
    return revision;
  }

  announce({ id, organization_id }: Pick<Document, 'id' | 'organization_id'>, revisionId: string): Promise<void> {
    const event: RevisionUploaded = { organization_id, document_id: id, revision_id: revisionId };
    return this.queue.publish(REVISION_UPLOADED, event);
  }

  announceDeleted(
    { organization_id }: Pick<Document, 'organization_id'>,
    { id, document_id, content_sha256 }: Revision,
  ): Promise<void> {
    const event: DeletedRevision = { organization_id, document_id, revision_id: id, content_sha256 };
    return this.queue.publish(REVISION_DELETED, event);
  }
}

export function duplicateContent({ id, revision }: DocumentRow): AppError {
  const details = { document_id: id, revision_id: revision.id, status: revision.status };
  return AppError.conflict('duplicate_content', 'A document with this file exists already', details);
}

/** For `on_duplicate: skip`. */
export function warnOfSkip({ id, revision: { version, status } }: DocumentRow): void {
  warnClient(`The file is not filed again: it is revision ${version} (${status}) of document ${id}.`);
}
