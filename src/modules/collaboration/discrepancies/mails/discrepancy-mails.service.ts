import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import type { Discrepancy } from '../discrepancy.repository.js';
import type { DiscrepancyMailResponse } from '../dto/discrepancy.response.js';
import { DiscrepancyMailRepository } from './discrepancy-mail.repository.js';

/** Queue of mails. */
export const DISCREPANCY_MAIL = 'discrepancies.to-send';
export interface MailJob {
  mail_id: string;
}

const DAY_SECONDS = 24 * 60 * 60;
/** Mails a day. A stolen session must not be able to send many. */
const LIMITS = { of_report: 5, of_sender: 50, of_organization: 200 } as const;

/** Queues mails with reports, within limits of a day. */
@Injectable()
export class DiscrepancyMails {
  constructor(
    private readonly mails: DiscrepancyMailRepository,
    private readonly queue: JobQueue,
  ) {}

  /** Sent after the commit. @throws AppError RATE_LIMIT_EXCEEDED (mails) */
  async enqueue(principal: Principal, report: Discrepancy, recipient: string): Promise<DiscrepancyMailResponse> {
    const counts = await this.mails.countRecent(report.organization_id, report.id, principal.userId);
    for (const [of, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
      if (counts[of] >= limit) throw tooMany(limit);
    }
    const mail = {
      id: newId('discrepancy_mail'),
      organization_id: report.organization_id,
      discrepancy_id: report.id,
      recipient,
      sent_by: principal.userId,
      state: 'queued',
      created_at: new Date(),
      finished_at: null,
      claimed_until: null,
    } as const;
    await this.mails.insert(mail);
    const job: MailJob = { mail_id: mail.id };
    await this.queue.publish(DISCREPANCY_MAIL, job);
    return { to: recipient, state: mail.state, created_at: mail.created_at.toISOString() };
  }
}

function tooMany(limit: number): AppError {
  const details = { reason: 'mails', limit, window_seconds: DAY_SECONDS, retry_after: DAY_SECONDS };
  return new AppError('RATE_LIMIT_EXCEEDED', 'Too many mails with reports were sent within a day', details, {
    headers: { 'retry-after': String(DAY_SECONDS) },
  });
}
