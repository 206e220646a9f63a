import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { SessionRepository } from './session.repository.js';

/** Forgets sessions that are long over: the addresses and devices in them are personal data. */
@Injectable()
export class SessionCleaner extends HourlyTask {
  constructor(private readonly sessions: SessionRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.sessions.deleteEnded();
  }
}
