import { Injectable } from '@nestjs/common';
import { accountKey, AttemptCounterRepository } from './attempt-counter.repository.js';
import { tooManyAttempts } from './attempt-refusal.js';

const AGAIN = {
  reason: 'invitations',
  message: 'Too many invitations for this person. Try again later',
  limit: 5,
  windowSeconds: 3600,
};

@Injectable()
export class InvitationLimits {
  constructor(private readonly counters: AttemptCounterRepository) {}

  /** Five an hour for each account, counted in the open transaction. @throws AppError RATE_LIMIT_EXCEEDED */
  async countRepetition(userId: string): Promise<void> {
    const count = await this.counters.countInTransaction(accountKey('account:invitation', userId), AGAIN.windowSeconds);
    if (count.points > AGAIN.limit) throw tooManyAttempts(AGAIN, count.ms_left);
  }
}
