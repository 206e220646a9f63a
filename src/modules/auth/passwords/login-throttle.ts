import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AppError } from '../../../common/errors/app-error.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { Turns } from '../../../common/turns.js';
import { AttemptCounterRepository, type AttemptCount } from './attempt-counter.repository.js';
import { tooManyAttempts } from './attempt-refusal.js';
import { BoundedPool } from './bounded-pool.js';
import { HASHING_SLOTS, MAX_WAITING } from './password-hasher.js';

const WINDOW_SECONDS = 900;
const FAILURES = {
  reason: 'login_attempts',
  message: 'Too many failed sign-ins; try again later',
  windowSeconds: WINDOW_SECONDS,
};
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/** What is being proven. Each kind has counters of its own: failing at one never closes the other. */
export type AttemptKind = 'password' | 'second_factor';

export interface Attempt<T> {
  kind: AttemptKind;
  /** Whose: the e-mail address for a password, the user's id for a second factor. */
  account: string;
  /** Address of the client; null where none is known. */
  ip: string | null;
  /** Answers null when it failed. What it throws is no failure of whoever tries, and not counted. */
  check: () => Promise<T | null>;
  /** Called when this failure closed the account. */
  onLocked?: () => Promise<void>;
}

/**
 * Failed proofs of identity, counted in PostgreSQL for all nodes: 10 for an account or 100 for a client address within 15
 * minutes close the way. Accounts that do not exist are counted the same, so nobody learns which do.
 */
@Injectable()
export class LoginThrottle {
  private readonly turns = new Turns();
  /** Just enough at a time to keep the hashing busy: a flood must not queue for the connections of all other requests. */
  private readonly pools: Readonly<Record<AttemptKind, BoundedPool>> = {
    password: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING),
    second_factor: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING),
  };

  constructor(private readonly counters: AttemptCounterRepository) {}

  /**
   * Makes one attempt; its result, null when it failed. It is counted as failed before it is made, so that parallel guesses
   * cannot slip through together, on no number of nodes; a success takes that back. The attempts on one account go one
   * after the other, so that right answers sent at once do not use up its failures meanwhile.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED; SERVICE_UNAVAILABLE when too many wait to be checked already
   */
  attempt<T>(attempt: Attempt<T>): Promise<T | null> {
    const accountKey = keyOfAccount(attempt.kind, attempt.account);
    return this.turns.run(accountKey, () => this.pools[attempt.kind].run(() => this.make(attempt, accountKey)));
  }

  private async make<T>({ kind, ip, check, onLocked }: Attempt<T>, accountKey: string): Promise<T | null> {
    const addressKey = keyOfAddress(kind, ip);
    const keys = [addressKey, accountKey];
    const counts = await this.counters.count(keys, WINDOW_SECONDS);
    const failures = pointsOf(counts, accountKey);
    const refusal =
      refusalOf(counts, addressKey, FAILURES_PER_ADDRESS) ?? refusalOf(counts, accountKey, FAILURES_PER_ACCOUNT);
    if (refusal) throw refusal;
    try {
      const found = await check();
      if (found !== null) await this.counters.takeBack(keys, [accountKey]);
      else if (failures === FAILURES_PER_ACCOUNT) await onLocked?.();
      return found;
    } catch (error) {
      await this.counters.takeBack(keys);
      throw error;
    }
  }

  /** Forgets the account's failures of the kind, with the open transaction if there is one. */
  forget(kind: AttemptKind, account: string): Promise<void> {
    return this.counters.clear([keyOfAccount(kind, account)]);
  }
}

/** Hashed: the table of counters is not a list of addresses that someone tried. */
function keyOfAccount(kind: AttemptKind, account: string): string {
  const hash = createHash('sha256').update(account.toLowerCase()).digest('base64url');
  return `account:${kind}:${hash}`;
}

function keyOfAddress(kind: AttemptKind, ip: string | null): string {
  return `address:${kind}:${ip === null ? 'unknown' : clientNetwork(ip)}`;
}

const pointsOf = (counts: readonly AttemptCount[], key: string): number =>
  counts.find((count) => count.key === key)?.points ?? 0;

function refusalOf(counts: readonly AttemptCount[], key: string, limit: number): AppError | null {
  const count = counts.find((candidate) => candidate.key === key);
  return count && count.points > limit ? tooManyAttempts({ ...FAILURES, limit }, count.ms_left) : null;
}
