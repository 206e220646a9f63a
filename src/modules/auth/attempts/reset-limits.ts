import { Injectable } from '@nestjs/common';
import { clientNetwork } from '../../../common/context/client-network.js';
import { accountKey, AttemptCounterRepository } from './attempt-counter.repository.js';
import { tooManyAttempts, type AttemptLimit } from './attempt-refusal.js';

const REQUESTS = {
  reason: 'reset_requests',
  message: 'Too many password reset requests. Try again later',
  limit: 30,
  windowSeconds: 900,
} satisfies AttemptLimit;
const MAILS_PER_ACCOUNT = 5;
const MAILS_WINDOW_SECONDS = 3600;

@Injectable()
export class ResetLimits {
  constructor(private readonly counters: AttemptCounterRepository) {}

  /** 30 requests from a client address in 15 minutes. @throws AppError RATE_LIMIT_EXCEEDED */
  async countRequest(ip: string | null): Promise<void> {
    const key = `address:reset:${ip === null ? 'unknown' : clientNetwork(ip)}`;
    const [count] = await this.counters.count([key], REQUESTS.windowSeconds);
    if (count && count.points > REQUESTS.limit) throw tooManyAttempts(REQUESTS, count.ms_left);
  }

  /** Whether the mail can be sent: five an hour for each account. */
  async countMail(userId: string): Promise<boolean> {
    const [count] = await this.counters.count([mailKey(userId)], MAILS_WINDOW_SECONDS);
    return (count?.points ?? 0) <= MAILS_PER_ACCOUNT;
  }

  /** For a mail that was not sent. */
  takeMailBack(userId: string): Promise<void> {
    return this.counters.takeBack([mailKey(userId)]);
  }
}

const mailKey = (userId: string): string => accountKey('account:reset', userId);
