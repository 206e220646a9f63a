import { Injectable } from '@nestjs/common';
import { accountKey, AttemptCounterRepository } from '../passwords/attempt-counter.repository.js';
import { tooManyAttempts } from '../passwords/attempt-refusal.js';

const AGAIN = {
  reason: 'invitations',
  message: 'Too many invitations of this person; try again later',
  limit: 5,
  windowSeconds: 3600,
};

/** Keeps repeated invitations from becoming a way to flood somebody's mailbox. */
@Injectable()
export class InvitationLimits {
  constructor(private readonly counters: AttemptCounterRepository) {}

  /** Counts a repetition with the open transaction: five an hour for each account. @throws AppError RATE_LIMIT_EXCEEDED */
  async countRepetition(userId: string): Promise<void> {
    const count = await this.counters.countInTransaction(accountKey('account:invitation', userId), AGAIN.windowSeconds);
    if (count.points > AGAIN.limit) throw tooManyAttempts(AGAIN, count.ms_left);
  }
}
