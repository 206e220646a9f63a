import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { AuditTrail } from '../audit/audit.service.js';
import {
  RevisionActivated,
  RevisionDeleted,
  RevisionFailed,
  RevisionReprocessed,
  RevisionWithdrawn,
} from './document.events.js';
import { canManage } from './document.policy.js';
import { DocumentRepository, type DocumentRow } from './document.repository.js';
import { DocumentService } from './document.service.js';
import { PageService } from './page.service.js';
import type { Outline } from './dto/revision.response.js';
import { duplicateContent, RevisionIntake, warnOfSkip, type NewRevision } from './revision-intake.js';
import type { IngestionError, Revision } from './revision.entity.js';
import { RevisionRepository } from './revision.repository.js';

const CANCELLED: IngestionError = {
  code: 'cancelled',
  message: 'Ingestion was canceled. Reprocess the revision to start it again.',
};

/** Revisions of a document: draft → active → superseded | withdrawn. At most one is active. */
@Injectable()
export class RevisionService {
  constructor(
    private readonly documents: DocumentService,
    private readonly pages: PageService,
    private readonly documentRows: DocumentRepository,
    private readonly revisions: RevisionRepository,
    private readonly intake: RevisionIntake,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Newest first; drafts for those who manage the document. @throws AppError NOT_FOUND */
  async list(principal: Principal, documentId: string, query: PageQuery): Promise<Page<Revision>> {
    const document = await this.documents.get(principal, documentId);
    const withDrafts = canManage(principal, document);
    return this.paginator.page(`revisions of ${documentId}`, query, (afterId, rowCount) =>
      this.revisions.list(documentId, withDrafts, afterId, rowCount),
    );
  }

  /** The given revision, or the current one. @throws AppError NOT_FOUND, also for a draft hidden from the caller */
  get(principal: Principal, documentId: string, id?: string): Promise<Revision> {
    return this.pages.getRevision(principal, documentId, id);
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN */
  async getManaged(principal: Principal, documentId: string, id?: string): Promise<Revision> {
    await this.documents.getManaged(principal, documentId);
    return this.get(principal, documentId, id);
  }

  /** The table of contents of the file, or of its headings if it has none. @throws AppError NOT_FOUND */
  async getOutline(
    principal: Principal,
    documentId: string,
    id?: string,
  ): Promise<{ revision: Revision; outline: Outline }> {
    const revision = await this.get(principal, documentId, id);
    const { outline } = revision;
    if (outline.length > 0) return { revision, outline: { source: 'file', items: outline } };
    return { revision, outline: { source: 'headings', items: await this.revisions.listHeadings(revision.id) } };
  }

  /** Adds a draft. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (version_exists, duplicate_content) */
  add(principal: Principal, documentId: string, request: NewRevision): Promise<Revision> {
    const { on_duplicate: policy, version } = request;
    return this.db.transaction(async () => {
      await this.intake.lockContent(principal, request);
      const document = await this.documents.lockManaged(principal, documentId);
      const duplicate = policy === 'revision' ? null : await this.intake.findDuplicate(principal, request, documentId);
      if (duplicate && (policy === 'error' || duplicate.id !== documentId)) throw duplicateContent(duplicate);
      if (duplicate) {
        warnOfSkip(duplicate);
        return this.find(documentId, duplicate.revision.id);
      }
      await this.intake.requireFree(documentId, version);
      const revision = await this.intake.take(principal, document, request, 'draft');
      await this.record('document.revision_added', revision);
      return revision;
    });
  }

  /**
   * Supersedes the active revision.
   * @param check throws what speaks against it, while the document is locked
   * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (illegal_transition, not_ready)
   */
  activate(
    principal: Principal,
    documentId: string,
    id: string,
    check: (revision: Revision, current: Revision | null) => void = () => undefined,
  ): Promise<Revision> {
    return this.change(principal, documentId, async (document) => {
      const revision = await this.find(documentId, id);
      requireStatus(revision, 'draft', 'activated');
      if (revision.ingestion_state !== 'ready') {
        throw AppError.conflict('not_ready', 'Only a completely read revision can be activated', {
          ingestion: revision.ingestion_state,
        });
      }
      const previous = await this.revisions.findActive(documentId);
      check(revision, previous);
      if (previous) await this.revisions.update(previous.id, { status: 'superseded', superseded_by_id: id });
      const previousId = previous?.id ?? null;
      const activation = { activated_at: new Date(), activated_by: principal.userId };
      await this.revisions.update(id, { status: 'active', supersedes_id: previousId, ...activation });
      await this.documentRows.setCurrentRevision(documentId, id);
      const active = await this.find(documentId, id);
      await this.record('document.revision_activated', active, { superseded: previousId });
      await this.events.emit(new RevisionActivated(document, active, previousId));
      return active;
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (illegal_transition) */
  withdraw(principal: Principal, documentId: string, id: string): Promise<Revision> {
    return this.change(principal, documentId, async (document) => {
      requireStatus(await this.find(documentId, id), 'active', 'withdrawn');
      const withdrawal = { withdrawn_at: new Date(), withdrawn_by: principal.userId };
      await this.revisions.update(id, { status: 'withdrawn', ...withdrawal });
      await this.documentRows.touch(documentId);
      const withdrawn = await this.find(documentId, id);
      await this.record('document.revision_withdrawn', withdrawn);
      await this.events.emit(new RevisionWithdrawn(document, withdrawn));
      return withdrawn;
    });
  }

  /** Drafts only. A job removes the content from the storage. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (illegal_transition) */
  remove(principal: Principal, documentId: string, id: string): Promise<void> {
    return this.change(principal, documentId, async (document) => {
      const revision = await this.find(documentId, id);
      requireStatus(revision, 'draft', 'deleted');
      await this.events.emit(new RevisionDeleted(document, revision, principal.userId));
      await this.revisions.delete(id);
      await this.intake.announceDeleted(document, revision);
      await this.record('document.revision_deleted', revision);
    });
  }

  /** The ingestion counts as failed. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (not_in_progress) */
  cancelIngestion(principal: Principal, documentId: string, id?: string): Promise<Revision> {
    return this.change(principal, documentId, async (document) => {
      const revision = await this.find(documentId, id ?? document.revision.id);
      if (!isInProgress(revision)) {
        throw AppError.conflict('not_in_progress', 'The revision is no longer being read', {
          ingestion: revision.ingestion_state,
        });
      }
      await this.revisions.cancelIngestion(revision.id, CANCELLED);
      await this.documentRows.touch(documentId);
      await this.record('document.ingestion_cancelled', revision);
      const named = { organization_id: document.organization_id, document_id: documentId, revision_id: revision.id };
      await this.events.emit(new RevisionFailed(named, CANCELLED));
      return this.find(documentId, revision.id);
    });
  }

  /** Published pages never change, so citations stay valid. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (in_progress, published) */
  reprocess(principal: Principal, documentId: string, id?: string): Promise<Revision> {
    return this.change(principal, documentId, async (document) => {
      const revision = await this.find(documentId, id ?? document.revision.id);
      if (isInProgress(revision)) {
        throw AppError.conflict('in_progress', 'The revision is being read; cancel the ingestion first', {
          ingestion: revision.ingestion_state,
        });
      }
      if (revision.status !== 'draft' && revision.ingestion_state === 'ready') {
        throw AppError.conflict('published', 'Published revisions cannot be reprocessed; upload a new revision', {
          status: revision.status,
        });
      }
      await this.revisions.resetIngestion(revision.id);
      await this.documentRows.touch(documentId);
      await this.intake.announce(document, revision.id);
      await this.record('document.reprocessed', revision);
      const reset = await this.find(documentId, revision.id);
      await this.events.emit(new RevisionReprocessed(document, reset));
      return reset;
    });
  }

  /** Runs `act` in a transaction with the document locked. @throws AppError NOT_FOUND, FORBIDDEN */
  private change<T>(principal: Principal, documentId: string, act: (document: DocumentRow) => Promise<T>): Promise<T> {
    return this.db.transaction(async () => act(await this.documents.lockManaged(principal, documentId)));
  }

  private async find(documentId: string, id: string): Promise<Revision> {
    const revision = await this.revisions.find(documentId, id);
    if (!revision) throw AppError.notFound('revision');
    return revision;
  }

  private record(action: string, revision: Revision, details: Record<string, unknown> = {}): Promise<void> {
    const { id, document_id, version } = revision;
    const target = { type: 'document', id: document_id };
    return this.audit.record({ action, target, details: { revision_id: id, version, ...details } });
  }
}

function isInProgress({ ingestion_state: state }: Revision): boolean {
  return state === 'queued' || state === 'processing';
}

function requireStatus({ status }: Revision, expected: Revision['status'], becoming: string): void {
  if (status === expected) return;
  throw AppError.conflict('illegal_transition', `The revision is ${status} and cannot be ${becoming}`, { status });
}
