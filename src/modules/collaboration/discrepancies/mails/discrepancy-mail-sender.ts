import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { SqlConditions } from '../../../../common/database/sql-conditions.js';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { Mailer, MailRefusedError } from '../../../../integrations/mailer/mailer.js';
import { DiscrepancyForm } from '../discrepancy-form.service.js';
import { DiscrepancyChanged } from '../discrepancy.events.js';
import { DiscrepancyRepository, type DiscrepancyRow } from '../discrepancy.repository.js';
import { discrepancyMail } from './discrepancy-mail.js';
import { DiscrepancyMailRepository } from './discrepancy-mail.repository.js';
import { DISCREPANCY_MAIL, type MailJob } from './discrepancy-mails.service.js';

/** Sends queued mails, each in one process at a time. One that dies before it records a mail repeats it, with the same Message-ID. */
@Injectable()
export class DiscrepancyMailSender implements OnApplicationBootstrap {
  private readonly logger = new Logger(DiscrepancyMailSender.name);

  constructor(
    private readonly mails: DiscrepancyMailRepository,
    private readonly reports: DiscrepancyRepository,
    private readonly form: DiscrepancyForm,
    private readonly mailer: Mailer,
    private readonly queue: JobQueue,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.queue.subscribe<MailJob>(DISCREPANCY_MAIL, 'discrepancy-mails', { concurrency: 1 }, ({ mail_id }) =>
      this.send(mail_id),
    );
  }

  /** Tries again what its job could not send. */
  async run(): Promise<void> {
    for (const id of await this.mails.listStuck()) {
      await this.send(id).catch((error: unknown) => this.logger.warn({ mail_id: id, err: error }, 'mail not sent'));
    }
  }

  private async send(id: string): Promise<void> {
    const mail = await this.mails.claim(id);
    if (!mail) return;
    const report = await this.reports.find(new SqlConditions(), mail.discrepancy_id);
    if (!report) return;
    // The report ended, or the mail server could not be reached for a day.
    if (!mail.is_due || mail.is_old) return this.fail(id, report);
    try {
      // A sandbox tests workflows; authors get nothing from it.
      if (!mail.is_sandbox) await this.mailer.send(discrepancyMail(mail, report, await this.form.draw(report)));
    } catch (error) {
      if (!(error instanceof MailRefusedError)) {
        await this.mails.release(id);
        throw error;
      }
      this.logger.warn({ mail_id: id, err: error }, 'mail refused');
      return this.fail(id, report);
    }
    await this.mails.finish(id, 'delivered');
  }

  /** Tells the managers of the document, with the failure or not at all. */
  private fail(id: string, report: DiscrepancyRow): Promise<void> {
    return this.db.transaction(async () => {
      const isNew = await this.mails.finish(id, 'failed');
      if (isNew) await this.events.emit(new DiscrepancyChanged(report, 'mail_failed', null));
    });
  }
}
