import { newId } from '../../src/common/ids/type-id.js';
import type { TestSql } from '../support/database/test-sql.js';

export interface DiscrepancyOptions {
  status?: 'reported' | 'sent' | 'answered';
  pageNumber?: number;
  quote?: string;
  dueOn?: string;
}

/** Puts discrepancy reports into the database as the service leaves them, without telling anybody. */
export class DiscrepancyFactory {
  constructor(private readonly sql: TestSql) {}

  /** A report on the first page unless told otherwise. */
  async report(
    document: { id: string; organizationId: string; revisionId: string },
    reporter: { id: string },
    options: DiscrepancyOptions = {},
  ): Promise<{ id: string }> {
    const id = newId('discrepancy');
    const { status = 'reported', pageNumber = 1, quote = '120 Nm', dueOn = '2099-01-01' } = options;
    await this.sql.insert('discrepancies', {
      ...{ id, organization_id: document.organizationId, document_id: document.id, revision_id: document.revisionId },
      ...{ page_number: pageNumber, quote, kind: 'inaccurate', severity: 'major', description: 'Too high.', status },
      ...{ reported_by: reporter.id, due_on: dueOn, sought_revision_id: document.revisionId },
      ...(status !== 'reported' && { sent_at: new Date(), channel: 'form' }),
      ...(status === 'answered' && { answer: 'Corrected.', answered_at: new Date() }),
    });
    const place = { discrepancy_id: id, revision_id: document.revisionId, page_number: pageNumber };
    await this.sql.insert('discrepancy_places', place);
    return { id };
  }
}
