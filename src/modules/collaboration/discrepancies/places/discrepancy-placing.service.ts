import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { DomainEvents } from '../../../../common/events/domain-events.js';
import { JobQueue } from '../../../../integrations/job-queue/job-queue.js';
import { RevisionActivated } from '../../../documents/document.events.js';
import { DiscrepancyChanged } from '../discrepancy.events.js';
import { DiscrepancyPlaceRepository } from './discrepancy-place.repository.js';
import { DiscrepancyPlaceFinder } from './place-finder.service.js';

/** Queue of documents whose open reports must be sought in the active revision. */
const TO_PLACE = 'discrepancies.to-place';
interface PlacingJob {
  document_id: string;
}

/** Reports per batch. Each batch reads the pages of the revision once. */
const BATCH = 200;

/** Seeks open reports in each revision that becomes active. What remains is read from the rows, so any process can resume. */
@Injectable()
export class DiscrepancyPlacing implements OnModuleInit {
  constructor(
    private readonly places: DiscrepancyPlaceRepository,
    private readonly finder: DiscrepancyPlaceFinder,
    private readonly queue: JobQueue,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {
    events.on(RevisionActivated, async ({ document }) => {
      if (await this.places.hasOpen(document.id)) await this.enqueue(document.id);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe<PlacingJob>(TO_PLACE, 'discrepancy-placing', { concurrency: 1 }, ({ document_id }) =>
      this.placeAll(document_id),
    );
  }

  /** Resumes jobs of processes that died. */
  async run(): Promise<void> {
    for (const documentId of await this.places.listUnfinished()) await this.placeAll(documentId);
  }

  /** With the commit of the open transaction. */
  enqueue(documentId: string): Promise<void> {
    const job: PlacingJob = { document_id: documentId };
    return this.queue.publish(TO_PLACE, job);
  }

  private async placeAll(documentId: string): Promise<void> {
    while (await this.placeSome(documentId));
  }

  /** @returns whether there may be more */
  private async placeSome(documentId: string): Promise<boolean> {
    const batch = await this.places.nextBatch(documentId, BATCH);
    if (!batch) return false;
    const found = await this.finder.find(batch.revision_id, batch.reports);
    const placed = new Set(found.map(({ discrepancy_id: id }) => id));
    await this.db.transaction(async () => {
      const ids = batch.reports.map(({ id }) => id);
      for (const report of await this.places.save(batch.revision_id, ids, found)) {
        if (!placed.has(report.id)) await this.events.emit(new DiscrepancyChanged(report, 'quote_gone', null));
      }
    });
    return true;
  }
}
