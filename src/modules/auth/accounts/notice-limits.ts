import { Injectable } from '@nestjs/common';
import { accountKey, AttemptCounterRepository } from '../passwords/attempt-counter.repository.js';
import type { AccountNotice } from './account-mail-queue.service.js';

const MAILS_OF_A_KIND = 10;
const WINDOW_SECONDS = 3600;

/** Keeps notices from filling a mailbox. Each kind has a limit of its own: nobody hides one notice behind many of another. */
@Injectable()
export class NoticeLimits {
  constructor(private readonly counters: AttemptCounterRepository) {}

  /** Counts a notice to a person, and says whether it may be sent: ten of a kind an hour. */
  async count(userId: string, notice: AccountNotice): Promise<boolean> {
    const [count] = await this.counters.count([keyOf(userId, notice)], WINDOW_SECONDS);
    return (count?.points ?? 0) <= MAILS_OF_A_KIND;
  }

  /** The mail was not sent after all. */
  takeBack(userId: string, notice: AccountNotice): Promise<void> {
    return this.counters.takeBack([keyOf(userId, notice)]);
  }
}

const keyOf = (userId: string, notice: AccountNotice): string => accountKey(`account:notice:${notice}`, userId);
