import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import type { DiscrepancyAct } from './discrepancy.events.js';
import { isOpen, statusBeforeEnd } from './discrepancy.policy.js';
import { DiscrepancyRepository, type Discrepancy, type DiscrepancyRow } from './discrepancy.repository.js';
import { DiscrepancyService, requireOpen } from './discrepancy.service.js';
import type { AnswerDiscrepancyRequest, SendDiscrepancyRequest } from './dto/discrepancy.request.js';
import { DiscrepancyMails } from './mails/discrepancy-mails.service.js';
import { DiscrepancyPlacing } from './places/discrepancy-placing.service.js';

/** Where a report goes: to its author, and to its end. All but {@link withdraw} is for managers of the document. */
@Injectable()
export class DiscrepancyWorkflow {
  constructor(
    private readonly reports: DiscrepancyRepository,
    private readonly seen: DiscrepancyService,
    private readonly mails: DiscrepancyMails,
    private readonly placing: DiscrepancyPlacing,
    private readonly documents: DocumentService,
    private readonly db: Database,
  ) {}

  /**
   * Sends the report again if it was sent before.
   * @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (not_open), INVALID_REQUEST without an address, RATE_LIMIT_EXCEEDED (mails)
   */
  send(principal: Principal, id: string, { channel = 'mail', to }: SendDiscrepancyRequest): Promise<DiscrepancyRow> {
    return this.managed(principal, id, async (row) => {
      requireOpen(row);
      const contact = to ?? row.contact;
      if (channel === 'mail' && contact === null) {
        throw AppError.invalid([{ field: 'to', issue: 'is required for a report without a contact' }]);
      }
      const mail =
        channel === 'mail' && contact !== null ? await this.mails.enqueue(principal, row, contact) : row.mail;
      const status = row.status === 'reported' ? 'sent' : row.status;
      const sent = await this.change(principal, row, 'sent', { status, channel, sent_at: new Date(), contact });
      return { ...sent, mail };
    });
  }

  /** Records the answer, or replaces it. @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (not_open) */
  answer(principal: Principal, id: string, request: AnswerDiscrepancyRequest): Promise<DiscrepancyRow> {
    return this.managed(principal, id, (row) => {
      requireOpen(row);
      const { answer, author_reference = row.author_reference } = request;
      const changes = { status: 'answered', answer, author_reference, answered_at: new Date() } as const;
      return this.change(principal, row, 'answered', changes);
    });
  }

  /** By the active revision. @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (not_open, no_newer_revision) */
  close(principal: Principal, id: string): Promise<DiscrepancyRow> {
    return this.managed(principal, id, (row) => {
      requireOpen(row);
      if (row.newer_revision_id === null) {
        const message = 'A newer revision must be active to close the report; reject it if there is nothing to correct';
        throw AppError.conflict('no_newer_revision', message);
      }
      const changes = { status: 'closed', closed_by_revision_id: row.newer_revision_id } as const;
      return this.change(principal, row, 'closed', { ...changes, ...ended(principal) });
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (not_open) */
  reject(principal: Principal, id: string, reason: string): Promise<DiscrepancyRow> {
    return this.managed(principal, id, (row) => {
      requireOpen(row);
      const changes = { status: 'rejected', rejection_reason: reason, ...ended(principal) } as const;
      return this.change(principal, row, 'rejected', changes);
    });
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (not_reporter), CONFLICT (not_open) */
  withdraw(principal: Principal, id: string): Promise<DiscrepancyRow> {
    return this.db.transaction(async () => {
      const row = await this.seen.lock(principal, id);
      if (row.reported_by !== principal.userId) {
        throw new AppError('FORBIDDEN', 'Only its reporter can withdraw a report', { reason: 'not_reporter' });
      }
      if (row.status !== 'reported') {
        throw AppError.conflict('not_open', `The report is ${row.status}; it can be withdrawn until it is sent`, {
          status: row.status,
        });
      }
      return this.change(principal, row, 'withdrawn', { status: 'withdrawn', ...ended(principal) });
    });
  }

  /** A withdrawn report cannot be reopened. @throws AppError NOT_FOUND, FORBIDDEN (other_team), CONFLICT (not_closed) */
  reopen(principal: Principal, id: string): Promise<DiscrepancyRow> {
    return this.managed(principal, id, async (row) => {
      if (isOpen(row.status) || row.status === 'withdrawn') {
        throw AppError.conflict('not_closed', `The report is ${row.status}`, { status: row.status });
      }
      await this.placing.enqueue(row.document_id);
      const nothing = { ended_at: null, ended_by: null, closed_by_revision_id: null, rejection_reason: null };
      return this.change(principal, row, 'reopened', { status: statusBeforeEnd(row), ...nothing });
    });
  }

  private managed(
    principal: Principal,
    id: string,
    act: (row: DiscrepancyRow) => Promise<DiscrepancyRow>,
  ): Promise<DiscrepancyRow> {
    return this.db.transaction(async () => {
      await this.reports.holdDocumentOf(this.documents.visibleTo(principal), id);
      const row = await this.seen.lock(principal, id);
      this.seen.requireManager(principal, row);
      return act(row);
    });
  }

  private async change(
    principal: Principal,
    row: DiscrepancyRow,
    act: DiscrepancyAct,
    changes: Partial<Discrepancy>,
  ): Promise<DiscrepancyRow> {
    const changed = await this.reports.update(row, changes);
    await this.seen.announce(changed, act, principal.userId);
    return { ...changed, overdue: isOpen(changed.status) && row.due_on < new Date().toISOString().slice(0, 10) };
  }
}

function ended({ userId }: Principal): Pick<Discrepancy, 'ended_at' | 'ended_by'> {
  return { ended_at: new Date(), ended_by: userId };
}
