import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { UsageRepository } from './usage.repository.js';

/** Records storage; the last record of a day stays. */
@Injectable()
export class StorageRecorder {
  constructor(
    private readonly usage: UsageRepository,
    private readonly db: Database,
  ) {}

  async run(): Promise<void> {
    await this.db.withLock('storage of organizations', () => this.usage.recordStored());
  }
}
