import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../../common/hourly-task.js';
import { UpstreamLoginRepository } from './upstream-login.repository.js';

/** Forgets logins that went to a provider and never came back. */
@Injectable()
export class UpstreamLoginCleaner extends HourlyTask {
  constructor(private readonly logins: UpstreamLoginRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.logins.deleteExpired();
  }
}
