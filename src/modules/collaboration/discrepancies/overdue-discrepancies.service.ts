import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { DiscrepancyChanged } from './discrepancy.events.js';
import { DiscrepancyRepository } from './discrepancy.repository.js';

/** Reports per transaction, during which other notifications of their organization wait. */
const BATCH = 50;

/** Tells once of each due date of an open report that passed. */
@Injectable()
export class OverdueDiscrepancies {
  constructor(
    private readonly reports: DiscrepancyRepository,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  async run(): Promise<void> {
    while ((await this.tellSome()) > 0);
  }

  private tellSome(): Promise<number> {
    return this.db.transaction(async () => {
      const taken = await this.reports.takeOverdue(BATCH);
      for (const report of taken) await this.events.emit(new DiscrepancyChanged(report, 'overdue', null));
      return taken.length;
    });
  }
}
