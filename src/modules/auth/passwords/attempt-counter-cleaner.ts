import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { AttemptCounterRepository } from './attempt-counter.repository.js';

/** Forgets counters whose window is over. */
@Injectable()
export class AttemptCounterCleaner extends HourlyTask {
  constructor(private readonly counters: AttemptCounterRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.counters.deleteExpired();
  }
}
