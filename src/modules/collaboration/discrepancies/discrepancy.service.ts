import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { DocumentService } from '../../documents/document.service.js';
import { PageService } from '../../documents/page.service.js';
import { DocumentReachService } from '../../documents/shares/document-reach.service.js';
import { DiscrepancyChanged, type DiscrepancyAct } from './discrepancy.events.js';
import { dueDateOf, isOpen } from './discrepancy.policy.js';
import {
  DiscrepancyRepository,
  type Discrepancy,
  type DiscrepancyRow,
  type ShownDiscrepancy,
  type StatisticsRow,
} from './discrepancy.repository.js';
import type {
  CreateDiscrepancyRequest,
  ListDiscrepanciesQuery,
  UpdateDiscrepancyRequest,
} from './dto/discrepancy.request.js';
import { DiscrepancyPlacing } from './places/discrepancy-placing.service.js';
import { findQuote } from './places/quote-places.js';

/** Maximum open reports on a document. */
const MAX_OPEN = 1_000;
/** Fields that only managers of the document change. */
const OF_MANAGERS = ['due_on', 'contact', 'author_reference'] as const;
const EDITABLE = ['kind', 'description', 'severity', ...OF_MANAGERS] as const;

/** Reports for all who can see their documents. */
@Injectable()
export class DiscrepancyService {
  constructor(
    private readonly reports: DiscrepancyRepository,
    private readonly placing: DiscrepancyPlacing,
    private readonly documents: DocumentService,
    private readonly pages: PageService,
    private readonly reach: DocumentReachService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  list(principal: Principal, query: ListDiscrepanciesQuery): Promise<Page<DiscrepancyRow>> {
    const visible = this.documents.visibleTo(principal);
    return this.db.onReplica(() =>
      this.paginator.page('discrepancies', query, (afterId, rowCount) =>
        this.reports.list(visible, query, afterId, rowCount),
      ),
    );
  }

  /** By document; only documents that the caller can see. */
  statistics(principal: Principal, query: PageQuery): Promise<Page<StatisticsRow>> {
    const visible = this.documents.visibleTo(principal);
    return this.db.onReplica(() =>
      this.paginator.page('discrepancy statistics', query, (afterId, rowCount) =>
        this.reports.statistics(visible, afterId, rowCount),
      ),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string): Promise<DiscrepancyRow> {
    const row = await this.reports.find(this.documents.visibleTo(principal), id);
    if (!row) throw AppError.notFound('discrepancy');
    return row;
  }

  mayManage(principal: Principal, { organization_id, document_team_id }: ShownDiscrepancy): boolean {
    return this.reach.mayManage(principal, { organization_id, team_id: document_team_id });
  }

  /** @throws AppError INVALID_REQUEST for an unknown document, revision or page, or a quote that is not on it; CONFLICT (too_many_reports) */
  create(principal: Principal, request: CreateDiscrepancyRequest): Promise<ShownDiscrepancy> {
    return this.db.transaction(async () => {
      const { document_id: documentId, revision_id, page_number } = request;
      // Holds off activations, whose placing job would miss the report.
      await this.reports.holdDocument(this.documents.visibleTo(principal), documentId);
      const [document, text, openReports] = await this.db.together(() =>
        Promise.all([
          this.documents.get(principal, documentId).catch(insteadOfNotFound('document_id', 'is not a document')),
          this.pages.findText(documentId, revision_id ?? null, page_number),
          this.reports.countOpen(documentId, MAX_OPEN),
        ]),
      );
      const current = document.revision;
      const isCurrent = (revision_id ?? current.id) === current.id;
      const revision = isCurrent
        ? current
        : await this.pages
            .getRevision(principal, documentId, revision_id)
            .catch(insteadOfNotFound('revision_id', 'is not a revision of the document'));
      if (revision.status === 'draft')
        throw invalid('revision_id', 'is a draft, which can be corrected before its release');
      if (text === null) throw invalid('page_number', 'is not a page of the revision');
      const place = findQuote(text, request.quote);
      if (!place) throw invalid('quote', 'does not occur on the page');
      if (openReports >= MAX_OPEN) {
        throw AppError.conflict('too_many_reports', `A document can have ${MAX_OPEN} open reports`, { max: MAX_OPEN });
      }
      const report = newReport(principal, { ...request, revision_id: revision.id }, isCurrent);
      await this.reports.insert(report, { ...place, revision_id: revision.id, page_number });
      if (!isCurrent) await this.placing.enqueue(documentId);
      await this.announce(report, 'reported', principal.userId);
      return {
        ...report,
        document_title: document.title,
        document_number: document.document_number,
        document_team_id: document.team_id,
        version: revision.version,
        overdue: false,
        location: isCurrent
          ? { revision_id: revision.id, page_number, start: place.start_offset, end: place.end_offset }
          : null,
        pictures: [],
        mail: null,
      };
    });
  }

  /**
   * For the reporter until the report is sent, and managers of the document while it is open.
   * @throws AppError NOT_FOUND, FORBIDDEN (not_reporter, other_team), PRECONDITION_FAILED, CONFLICT (not_open)
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateDiscrepancyRequest,
    ifMatch: string | null,
  ): Promise<DiscrepancyRow> {
    return this.db.transaction(async () => {
      const row = await this.lock(principal, id);
      this.requireEditor(principal, row);
      if (OF_MANAGERS.some((field) => changes[field] !== undefined)) this.requireManager(principal, row);
      requireMatch(ifMatch, row.row_version);
      const changed = EDITABLE.filter((field) => changes[field] !== undefined && changes[field] !== row[field]);
      if (changed.length === 0) return row;
      const updated = await this.reports.update(
        row,
        Object.fromEntries(changed.map((field) => [field, changes[field]])),
      );
      await this.record('discrepancy.updated', row, { changed });
      return { ...updated, overdue: updated.due_on < new Date().toISOString().slice(0, 10) };
    });
  }

  /** Locks a report until the transaction ends. @throws AppError NOT_FOUND */
  async lock(principal: Principal, id: string): Promise<DiscrepancyRow> {
    await this.reports.lock(this.documents.visibleTo(principal), id);
    return this.get(principal, id);
  }

  /** @throws AppError FORBIDDEN (other_team) */
  requireManager(principal: Principal, row: DiscrepancyRow): void {
    if (this.mayManage(principal, row)) return;
    const message = 'Only managers of the document can do this';
    throw new AppError('FORBIDDEN', message, { reason: 'other_team' });
  }

  /** @throws AppError FORBIDDEN (not_reporter), CONFLICT (not_open) */
  requireEditor(principal: Principal, row: DiscrepancyRow): void {
    if (!this.mayManage(principal, row) && (row.reported_by !== principal.userId || row.status !== 'reported')) {
      const message = 'Only its reporter, until it is sent, and managers of the document can change a report';
      throw new AppError('FORBIDDEN', message, { reason: 'not_reporter' });
    }
    requireOpen(row);
  }

  /** Records the act and emits its event, in the transaction of the change. */
  async announce(report: Discrepancy, act: DiscrepancyAct, byUserId: string | null): Promise<void> {
    await this.record(`discrepancy.${act}`, report);
    await this.events.emit(new DiscrepancyChanged(report, act, byUserId));
  }

  record(
    action: string,
    { id, document_id }: Pick<Discrepancy, 'id' | 'document_id'>,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record({ action, target: { type: 'discrepancy', id }, details: { document_id, ...details } });
  }
}

/** @throws AppError CONFLICT (not_open) */
export function requireOpen({ status }: Pick<Discrepancy, 'status'>): void {
  if (!isOpen(status)) throw AppError.conflict('not_open', `The report is ${status}`, { status });
}

function newReport(
  { organizationId, userId }: Principal,
  request: CreateDiscrepancyRequest & { revision_id: string },
  isCurrent: boolean,
): Discrepancy {
  const { document_id, revision_id, page_number, quote, kind, description, severity = 'major' } = request;
  const now = new Date();
  return {
    ...{
      id: newId('discrepancy'),
      organization_id: organizationId,
      document_id,
      revision_id,
      page_number,
      quote,
      kind,
    },
    ...{ severity, description, status: 'reported', reported_by: userId, due_on: dueDateOf(severity, now) },
    overdue_noted_for: null,
    ...{ contact: null, author_reference: null, sent_at: null, channel: null, answer: null, answered_at: null },
    ...{ ended_at: null, ended_by: null, closed_by_revision_id: null, rejection_reason: null },
    ...{ instruction: null, instruction_proposed_by: null, instruction_proposed_at: null },
    ...{ instruction_approved_by: null, instruction_approved_at: null },
    ...{ proposal: null, proposal_by: null, proposal_at: null, proposal_version: 0 },
    ...{ sought_revision_id: isCurrent ? revision_id : null, row_version: 1, created_at: now, updated_at: now },
  };
}

function invalid(field: string, issue: string): AppError {
  return AppError.invalid([{ field, issue }]);
}

/** An unknown id in a body is an invalid field, not a missing resource. */
function insteadOfNotFound(field: string, issue: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? invalid(field, issue) : error;
  };
}
