import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DocumentCountRepository } from './document-count.repository.js';

/** Compares the kept counts with the documents, and repairs them. */
@Injectable()
export class DocumentCounts {
  private readonly log = new Logger(DocumentCounts.name);

  constructor(
    private readonly counts: DocumentCountRepository,
    private readonly db: Database,
  ) {}

  async verify(): Promise<void> {
    // Two processes would both add the same difference.
    await this.db.withLock('document counts', async () => {
      await this.counts.merge();
      for (const found of await this.counts.repair()) this.log.error(found, 'kept counts of documents were wrong');
    });
  }
}
