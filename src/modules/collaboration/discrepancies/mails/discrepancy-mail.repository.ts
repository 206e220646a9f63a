import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { IS_OPEN } from '../../../documents/discrepancies/open-discrepancy.repository.js';
import type { MailState } from '../dto/mail-states.js';
import type { DiscrepancyMail } from './discrepancy-mail.entity.js';

/** Mails of the last day. */
export interface MailCounts {
  of_report: number;
  of_sender: number;
  of_organization: number;
}

/** A queued mail, with what decides whether it is still sent. */
export interface QueuedMail {
  id: string;
  discrepancy_id: string;
  recipient: string;
  /** Answers go to the sender; null if the account was removed. */
  sender_name: string | null;
  sender_email: string | null;
  /** The report is open, its document exists, and the organization is no sandbox. */
  is_due: boolean;
  is_sandbox: boolean;
  is_old: boolean;
}

@Injectable()
export class DiscrepancyMailRepository {
  constructor(private readonly db: Database) {}

  /** Counts under a lock of the organization, so that concurrent requests cannot exceed a limit together. */
  async countRecent(organizationId: string, reportId: string, userId: string): Promise<MailCounts> {
    const key = `discrepancy mails ${organizationId}`;
    await this.db.defer(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [key]);
    const [row] = await this.db.query<MailCounts>(
      `SELECT count(*) FILTER (WHERE discrepancy_id = $2)::int AS of_report,
              count(*) FILTER (WHERE sent_by = $3)::int AS of_sender, count(*)::int AS of_organization
       FROM discrepancy_mails WHERE organization_id = $1 AND created_at > now() - interval '1 day'`,
      [organizationId, reportId, userId],
    );
    return row ?? { of_report: 0, of_sender: 0, of_organization: 0 };
  }

  async insert(mail: DiscrepancyMail): Promise<void> {
    await this.db.defer(
      `INSERT INTO discrepancy_mails (id, organization_id, discrepancy_id, recipient, sent_by, state, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [mail.id, mail.organization_id, mail.discrepancy_id, mail.recipient, mail.sent_by, mail.state, mail.created_at],
    );
  }

  /** Null for a mail that is finished or gone, or that another process sends. The claim of a process that died ends after some minutes. */
  async claim(id: string): Promise<QueuedMail | null> {
    const [row] = await this.db.query<QueuedMail>(
      `WITH claimed AS (
         UPDATE discrepancy_mails SET claimed_until = now() + interval '5 minutes'
         WHERE id = $1 AND state = 'queued' AND (claimed_until IS NULL OR claimed_until <= now()) RETURNING *)
       SELECT m.id, m.discrepancy_id, m.recipient, u.name AS sender_name, u.email AS sender_email,
              ${IS_OPEN} AND d.deleted_at IS NULL AS is_due,
              EXISTS (SELECT FROM sandboxes s WHERE s.organization_id = m.organization_id) AS is_sandbox,
              m.created_at < now() - interval '1 day' AS is_old
       FROM claimed m JOIN discrepancies x ON x.id = m.discrepancy_id JOIN documents d ON d.id = x.document_id
         LEFT JOIN users u ON u.id = m.sent_by AND u.removed_at IS NULL`,
      [id],
    );
    return row ?? null;
  }

  /** Mails whose job has failed for the last time, or whose process died. */
  async listStuck(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM discrepancy_mails WHERE state = 'queued' AND created_at < now() - interval '10 minutes'
       ORDER BY created_at LIMIT 100`,
    );
    return rows.map(({ id }) => id);
  }

  /** For the next attempt. */
  async release(id: string): Promise<void> {
    await this.db.query(`UPDATE discrepancy_mails SET claimed_until = NULL WHERE id = $1`, [id]);
  }

  /** @returns whether it was queued */
  async finish(id: string, state: Exclude<MailState, 'queued'>): Promise<boolean> {
    const finished = await this.db.query(
      `UPDATE discrepancy_mails SET state = $2, finished_at = now(), claimed_until = NULL WHERE id = $1 AND state = 'queued'
       RETURNING id`,
      [id, state],
    );
    return finished.length > 0;
  }
}
