import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { ShareRepository } from './share.repository.js';

/** How long shares that ran out are kept, unseen. Days. */
const KEPT_DAYS = 30;

@Injectable()
export class ShareCleaner extends HourlyTask {
  constructor(private readonly shares: ShareRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.shares.deleteExpired(KEPT_DAYS);
  }
}
