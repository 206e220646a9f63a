import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { GrantRepository } from './grant.repository.js';

/** Forgets grants whose session is over: nothing can be done within them any more. */
@Injectable()
export class GrantCleaner extends HourlyTask {
  constructor(private readonly grants: GrantRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.grants.deleteEnded();
  }
}
