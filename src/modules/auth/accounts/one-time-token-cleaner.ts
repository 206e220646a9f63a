import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { OneTimeTokenRepository } from './one-time-token.repository.js';

/** Forgets tokens that expired a day ago or more. */
@Injectable()
export class OneTimeTokenCleaner extends HourlyTask {
  constructor(private readonly tokens: OneTimeTokenRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.tokens.deleteExpired();
  }
}
