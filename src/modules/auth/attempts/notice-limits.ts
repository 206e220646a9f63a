import { Injectable } from '@nestjs/common';
import { accountKey, AttemptCounterRepository } from './attempt-counter.repository.js';
import type { AccountNotice } from '../account-mails/account-mail-queue.service.js';

const MAILS_OF_A_KIND = 10;
const WINDOW_SECONDS = 3600;

/** Prevents notices from flooding a mailbox. Each kind has its own limit, so one kind cannot suppress another. */
@Injectable()
export class NoticeLimits {
  constructor(private readonly counters: AttemptCounterRepository) {}

  /** Whether the notice can be sent: ten of a kind an hour. */
  async count(userId: string, notice: AccountNotice): Promise<boolean> {
    const [count] = await this.counters.count([keyOf(userId, notice)], WINDOW_SECONDS);
    return (count?.points ?? 0) <= MAILS_OF_A_KIND;
  }

  /** For a notice that was not sent. */
  takeBack(userId: string, notice: AccountNotice): Promise<void> {
    return this.counters.takeBack([keyOf(userId, notice)]);
  }
}

const keyOf = (userId: string, notice: AccountNotice): string => accountKey(`account:notice:${notice}`, userId);
