import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { RevisionActivated } from '../document.events.js';
import { canManage } from '../document.policy.js';
import { DocumentService } from '../document.service.js';
import type {
  CreateTemporaryRevisionRequest,
  ListTemporaryRevisionsQuery,
  UpdateTemporaryRevisionRequest,
} from './dto/temporary-revision.request.js';
import type { TemporaryRevisionStatus } from './dto/temporary-revision-kinds.js';
import type { TemporaryRevision } from './temporary-revision.entity.js';
import { TemporaryRevisionChanged, type TemporaryRevisionAct } from './temporary-revision.events.js';
import {
  changedPages,
  neverTookEffect,
  requireExisting,
  requireManagedOverlay,
  requireNoConflict,
  requireNotPostponed,
  requirePeriod,
  requireRoom,
  requireStatus,
} from './temporary-revision.policy.js';
import { TemporaryRevisionRepository, type Draft, type TemporaryRevisionRow } from './temporary-revision.repository.js';

const WITHDRAWABLE: readonly TemporaryRevisionStatus[] = ['in_force', 'scheduled', 'superseded'];

/** Documents that overlay pages of another. Changes of those of one document wait for each other, and for its activations. */
@Injectable()
export class TemporaryRevisionService {
  constructor(
    private readonly rows: TemporaryRevisionRepository,
    private readonly documents: DocumentService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {
    events.on(RevisionActivated, ({ document, revision }) => this.carry(document.id, revision.id));
  }

  /** Newest first. @throws AppError NOT_FOUND for the document */
  async list(
    principal: Principal,
    documentId: string,
    query: ListTemporaryRevisionsQuery,
  ): Promise<Page<TemporaryRevisionRow>> {
    await this.documents.get(principal, documentId);
    const visible = this.documents.visibleTo(principal);
    return this.paginator.page(`temporary revisions of ${documentId}`, query, (afterId, rowCount) =>
      this.rows.list(visible, documentId, query, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<TemporaryRevisionRow> {
    const row = await this.rows.find(this.documents.visibleTo(principal), id);
    if (!row) throw AppError.notFound('temporary revision');
    return row;
  }

  /**
   * @throws AppError NOT_FOUND, FORBIDDEN (other_team), INVALID_REQUEST for what does not exist or contradicts itself, CONFLICT
   * (temporary_revision_conflict, too_many_temporary_revisions)
   */
  create(
    principal: Principal,
    documentId: string,
    request: CreateTemporaryRevisionRequest,
  ): Promise<TemporaryRevisionRow> {
    const pages = changedPages(request.pages);
    return this.db.transaction(async () => {
      await this.rows.lockDocuments(this.documents.visibleTo(principal), [documentId, request.overlay_document_id]);
      const document = await this.documents.getManaged(principal, documentId);
      const now = new Date();
      const row: TemporaryRevision = {
        id: newId('temporary_revision'),
        organization_id: document.organization_id,
        document_id: documentId,
        revision_id: document.revision.id,
        overlay_document_id: request.overlay_document_id,
        number: request.number,
        effective_from: new Date(request.effective_from),
        effective_until: timeOf(request.effective_until),
        supersedes_id: request.supersedes_id ?? null,
        incorporated_by_revision_id: null,
        withdrawn_at: null,
        created_by: principal.userId,
        row_version: 1,
        created_at: now,
        updated_at: now,
      };
      requirePeriod(row);
      const draft = { ...row, issued_id: row.revision_id, pages };
      const named = await this.rows.examine(this.documents.visibleTo(principal), draft);
      requireExisting(document.revision, draft, named);
      requireManagedOverlay(principal, named);
      requireRoom(named);
      await this.rows.insert(row, pages);
      await this.announce(row, 'created', principal.userId);
      return this.get(principal, row.id);
    });
  }

  /**
   * With `pages`, it is confirmed for the current revision.
   * @throws AppError as {@link create}; PRECONDITION_FAILED, CONFLICT (illegal_transition) for a withdrawn one
   */
  update(
    principal: Principal,
    id: string,
    request: UpdateTemporaryRevisionRequest,
    ifMatch: string | null,
  ): Promise<TemporaryRevisionRow> {
    const given = request.pages && changedPages(request.pages);
    return this.managed(principal, id, async (row) => {
      requireMatch(ifMatch, row.row_version);
      requireStatus(row, 'changed', ({ status }) => status !== 'withdrawn');
      const changes = changesOf(row, request);
      if (changes.effective_from) requireNotPostponed(row, changes.effective_from);
      if (given) changes.revision_id = row.current_revision_id;
      const changed = [...Object.keys(changes).filter((field) => field !== 'revision_id'), ...(given ? ['pages'] : [])];
      if (changed.length === 0) return row;
      const draft = draftOf({ ...row, ...changes }, given ?? null);
      requirePeriod(draft);
      const named = await this.rows.examine(this.documents.visibleTo(principal), draft);
      requireExisting({ version: row.current_version }, draft, named, { isNew: false, withPages: given !== undefined });
      if (given) requireManagedOverlay(principal, named);
      await this.rows.update(id, changes);
      if (given) await this.rows.replacePages({ id, revision_id: row.current_revision_id }, given);
      if (changes.effective_from) await this.requireRevivable(row);
      await this.announce(row, 'updated', principal.userId, changed);
      return this.get(principal, id);
    });
  }

  /** Ends it at once. @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (illegal_transition, temporary_revision_conflict) */
  withdraw(principal: Principal, id: string): Promise<TemporaryRevisionRow> {
    return this.managed(principal, id, async (row) => {
      requireStatus(row, 'withdrawn', ({ status }) => WITHDRAWABLE.includes(status));
      await this.rows.update(id, { withdrawn_at: new Date() });
      await this.requireRevivable(row);
      await this.announce(row, 'withdrawn', principal.userId);
      return this.get(principal, id);
    });
  }

  /**
   * Only one that never took effect: stored answers and the pages of the overlay document are marked by the others.
   * @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (illegal_transition, temporary_revision_conflict)
   */
  remove(principal: Principal, id: string): Promise<void> {
    return this.managed(principal, id, async (row) => {
      requireStatus(row, 'deleted', neverTookEffect);
      await this.announce(row, 'deleted', principal.userId);
      await this.rows.delete(id);
      await this.requireRevivable(row);
    });
  }

  /** In the transaction of the activation. Those that the revision does not incorporate stay in force, and must be reviewed. */
  private async carry(documentId: string, revisionId: string): Promise<void> {
    for (const row of await this.rows.carry(documentId, revisionId)) await this.announce(row, 'review_required', null);
  }

  /** After a change: the one that it superseded can be in force again. @throws AppError CONFLICT (temporary_revision_conflict) */
  private async requireRevivable({ supersedes_id: id }: TemporaryRevisionRow): Promise<void> {
    if (id !== null) requireNoConflict(await this.rows.findConflict(id));
  }

  private managed<T>(principal: Principal, id: string, act: (row: TemporaryRevisionRow) => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.rows.lockBothOf(this.documents.visibleTo(principal), id);
      const row = await this.get(principal, id);
      if (!canManage(principal, { organization_id: row.organization_id, team_id: row.document_team_id })) {
        const message = 'You can change only temporary revisions of documents of your team';
        throw new AppError('FORBIDDEN', message, { reason: 'other_team' });
      }
      return act(row);
    });
  }

  private async announce(
    row: Pick<TemporaryRevision, 'id' | 'organization_id' | 'document_id'>,
    act: TemporaryRevisionAct,
    byUserId: string | null,
    changed: readonly string[] = [],
  ): Promise<void> {
    const target = { type: 'temporary_revision', id: row.id };
    const details = { document_id: row.document_id, ...(changed.length > 0 && { changed }) };
    await this.audit.record({ action: `temporary_revision.${act}`, target, details });
    await this.events.emit(new TemporaryRevisionChanged(row, act, byUserId, changed));
  }
}

function timeOf(time: string | null | undefined): Date | null {
  return time === undefined || time === null ? null : new Date(time);
}

/** Fields of the request that differ. */
function changesOf(row: TemporaryRevisionRow, request: UpdateTemporaryRevisionRequest): Partial<TemporaryRevision> {
  const { number, effective_from, effective_until, incorporated_by_revision_id } = request;
  const changes: Partial<TemporaryRevision> = {
    ...(number !== undefined && number !== row.number && { number }),
    ...(effective_from !== undefined && { effective_from: new Date(effective_from) }),
    ...(effective_until !== undefined && { effective_until: timeOf(effective_until) }),
    ...(incorporated_by_revision_id !== undefined &&
      incorporated_by_revision_id !== row.incorporated_by_revision_id && { incorporated_by_revision_id }),
  };
  if (changes.effective_from?.getTime() === row.effective_from.getTime()) delete changes.effective_from;
  if (effective_until !== undefined && changes.effective_until?.getTime() === row.effective_until?.getTime())
    delete changes.effective_until;
  return changes;
}

/** Without given pages, where the current revision has its pages. */
function draftOf(row: TemporaryRevisionRow, given: Draft['pages'] | null): Draft {
  const carried = row.pages.flatMap(({ action, overlay_pages, current_page_number: number }) =>
    number === null ? [] : [{ action, overlay_pages, page_number: number }],
  );
  return { ...row, issued_id: row.revision_id, revision_id: row.current_revision_id, pages: given ?? carried };
}
