import { Injectable } from '@nestjs/common';
import { clientNetwork } from '../../../common/http/client-network.js';
import { accountKey, AttemptCounterRepository } from './attempt-counter.repository.js';
import { tooManyAttempts, type AttemptLimit } from './attempt-refusal.js';

const REQUESTS = {
  reason: 'reset_requests',
  message: 'Too many requests for password resets; try again later',
  limit: 30,
  windowSeconds: 900,
} satisfies AttemptLimit;
const MAILS_PER_ACCOUNT = 5;
const MAILS_WINDOW_SECONDS = 3600;

/** Keeps password resets from becoming a way to flood mailboxes. */
@Injectable()
export class ResetLimits {
  constructor(private readonly counters: AttemptCounterRepository) {}

  /** Counts a request of a client address: 30 in 15 minutes. @throws AppError RATE_LIMIT_EXCEEDED */
  async countRequest(ip: string | null): Promise<void> {
    const key = `address:reset:${ip === null ? 'unknown' : clientNetwork(ip)}`;
    const [count] = await this.counters.count([key], REQUESTS.windowSeconds);
    if (count && count.points > REQUESTS.limit) throw tooManyAttempts(REQUESTS, count.ms_left);
  }

  /** Counts a mail to an account, and says whether it may be sent: five an hour. */
  async countMail(userId: string): Promise<boolean> {
    const [count] = await this.counters.count([mailKey(userId)], MAILS_WINDOW_SECONDS);
    return (count?.points ?? 0) <= MAILS_PER_ACCOUNT;
  }

  /** The mail was not sent after all. */
  takeMailBack(userId: string): Promise<void> {
    return this.counters.takeBack([mailKey(userId)]);
  }
}

const mailKey = (userId: string): string => accountKey('account:reset', userId);
