import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { MfaChallengeRepository } from './challenges/mfa-challenge.repository.js';
import { MfaMethodRepository } from './methods/mfa-method.repository.js';

/** Forgets methods that were begun and never activated, and challenges that are over. */
@Injectable()
export class MfaCleaner extends HourlyTask {
  constructor(
    private readonly methods: MfaMethodRepository,
    private readonly challenges: MfaChallengeRepository,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    await this.methods.deleteStalePending();
    await this.challenges.deleteExpired();
  }
}
