import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { HourlyTask } from '../../common/hourly-task.js';
import { UsageRepository } from './usage.repository.js';

/** Notes what organizations keep: of the notes of a day the last one stays. */
@Injectable()
export class StorageRecorder extends HourlyTask {
  constructor(
    private readonly usage: UsageRepository,
    private readonly db: Database,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    await this.db.withLock('storage of organizations', () => this.usage.recordStored());
  }
}
