import { Injectable } from '@nestjs/common';
import { BoundedPool } from '../../../common/bounded-pool.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { currentContext } from '../../../common/http/request-context.js';
import { counter } from '../../../common/telemetry/metrics.js';
import { Turns } from '../../../common/turns.js';
import { accountKey, AttemptCounterRepository, type Gate } from './attempt-counter.repository.js';
import { tooManyAttempts, type AttemptLimit } from './attempt-refusal.js';
import { HASHING_SLOTS, MAX_WAITING } from './password-hasher.js';

const refused = counter(
  'logins_refused_total',
  'Proofs of identity that failed, by factor (password, second_factor, passkey) and reason: wrong, or too_many failures before.',
  ['factor', 'reason'],
);

const FAILURES = {
  reason: 'login_attempts',
  message: 'Too many failed sign-ins; try again later',
  windowSeconds: 900,
};
const OF_ADDRESS: AttemptLimit = { ...FAILURES, limit: 100 };
const OF_ACCOUNT: AttemptLimit = { ...FAILURES, limit: 10 };
/** NIST SP 800-63B-4, 3.2.2: without end, ten in every quarter of an hour would find a code of six digits some day. */
const IN_A_ROW: AttemptLimit = {
  reason: 'second_factor_closed',
  message: 'Too many failures of the second factor in a row; only an administrator can unlock it',
  limit: 100,
  windowSeconds: null,
};
/** `Retry-After` where waiting does not help, so that no program keeps trying. */
const A_DAY_MS = 24 * 3600 * 1000;
/** Attempts on one account that wait for the one before them: several times its failures, a few seconds of work. */
const MAX_WAITING_PER_ACCOUNT = { all: 120, each: 60 };

/** What is being proven. Each kind has counters of its own: failing at one never closes the other. */
export type AttemptKind = 'password' | 'second_factor' | 'passkey';

export interface Attempt<T> {
  kind: AttemptKind;
  /** Whose: the e-mail address for a password, the user's id for a second factor, the credential's id for a passkey. */
  account: string;
  /** Address of the client; null where none is known. */
  ip: string | null;
  /** Answers null when it failed. What it throws is no failure of whoever tries, and not counted. */
  check: () => Promise<T | null>;
  /** Called when this failure closed the account, for a time or until it is unlocked. */
  onLocked?: () => Promise<void>;
}

/** A limit, and the key of its counter. */
type LimitedGate = Gate & AttemptLimit;

/**
 * Failed proofs of identity, counted in PostgreSQL for all nodes: 10 for an account or 100 for a client address within 15
 * minutes close the way, and 100 of a second factor without a success between them until somebody unlocks the account.
 * Accounts that do not exist are counted the same, so nobody learns which do. What an address that is closed tries counts
 * against no account: it could lock out whom it likes.
 */
@Injectable()
export class LoginThrottle {
  private readonly turns = new Turns(MAX_WAITING_PER_ACCOUNT.all, MAX_WAITING_PER_ACCOUNT.each);
  /** Just enough at a time to keep the hashing busy: a flood must not queue for the connections of all other requests. */
  private readonly pools: Readonly<Record<AttemptKind, BoundedPool>> = {
    password: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING.all, MAX_WAITING.each),
    second_factor: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING.all, MAX_WAITING.each),
    passkey: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING.all, MAX_WAITING.each),
  };

  constructor(private readonly counters: AttemptCounterRepository) {}

  /**
   * Makes one attempt; its result, null when it failed. It is counted as failed before it is made, so that parallel guesses
   * cannot slip through together, on no number of nodes; a success takes that back. The attempts on one account go one
   * after the other, so that right answers sent at once do not use up its failures meanwhile. Client addresses take turns, and
   * what a client that has gone wanted is not tried.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED; SERVICE_UNAVAILABLE when too many wait already, of this account, this address or of
   * all; REQUEST_TIMEOUT when the client has gone
   */
  attempt<T>(attempt: Attempt<T>): Promise<T | null> {
    const key = keyOf('account', attempt.kind, attempt.account);
    const holder = clientNetwork(attempt.ip ?? '');
    const closed = currentContext()?.closed();
    const make = (): Promise<T | null> => this.make(attempt);
    return this.turns.run(key, () => this.pools[attempt.kind].run(make, closed, holder), closed, holder);
  }

  private async make<T>({ kind, account, ip, check, onLocked }: Attempt<T>): Promise<T | null> {
    const ofAccount = gatesOfAccount(kind, account);
    const gates = [gateOfAddress(kind, ip), ...ofAccount];
    const { points, msLeft } = await this.counters.pass(gates);
    const closed = gates[points.length];
    if (closed) {
      refused.inc({ factor: kind, reason: 'too_many' });
      throw tooManyAttempts(closed, msLeft ?? A_DAY_MS);
    }
    const [keys, ownKeys] = [gates, ofAccount].map((some) => some.map(({ key }) => key)) as [string[], string[]];
    try {
      const found = await check();
      if (found === null) refused.inc({ factor: kind, reason: 'wrong' });
      if (found !== null) await this.counters.takeBack(keys, ownKeys);
      else if (ofAccount.some(({ limit }, index) => points[index + 1] === limit)) await onLocked?.();
      return found;
    } catch (error) {
      await this.counters.takeBack(keys);
      throw error;
    }
  }

  /** Forgets the account's failures of the kind, with the open transaction if there is one. */
  async forget(kind: AttemptKind, account: string): Promise<void> {
    // One by one, in the order in which attempts lock them.
    for (const { key } of gatesOfAccount(kind, account)) await this.counters.clear([key]);
  }
}

/** None of a passkey: its signature cannot be guessed, and a closed account would only serve who wants its owner out. */
function gatesOfAccount(kind: AttemptKind, account: string): LimitedGate[] {
  if (kind === 'passkey') return [];
  const ofAccount = { key: keyOf('account', kind, account), ...OF_ACCOUNT };
  return kind === 'password' ? [ofAccount] : [ofAccount, { key: keyOf('in-a-row', kind, account), ...IN_A_ROW }];
}

function gateOfAddress(kind: AttemptKind, ip: string | null): LimitedGate {
  return { key: `address:${kind}:${ip === null ? 'unknown' : clientNetwork(ip)}`, ...OF_ADDRESS };
}

function keyOf(counter: string, kind: AttemptKind, account: string): string {
  return accountKey(`${counter}:${kind}`, account);
}
