import { Injectable } from '@nestjs/common';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { clientNetwork } from '../../../common/context/client-network.js';
import { currentContext } from '../../../common/context/request-context.js';
import { counter } from '../../../common/telemetry/metrics.js';
import { KeyedMutex } from '../../../common/limits/keyed-mutex.js';
import { accountKey, AttemptCounterRepository, type Gate } from '../attempts/attempt-counter.repository.js';
import { tooManyAttempts, type AttemptLimit } from '../attempts/attempt-refusal.js';
import { HASHING_SLOTS, MAX_WAITING } from './password-hasher.js';

const refused = counter(
  'logins_refused_total',
  'Failed proofs of identity, by factor (password, second_factor, passkey) and reason (wrong, too_many).',
  ['factor', 'reason'],
);

const FAILURES = {
  reason: 'login_attempts',
  message: 'Too many failed sign-ins. Try again later',
  windowSeconds: 900,
};
const OF_ADDRESS: AttemptLimit = { ...FAILURES, limit: 100 };
const OF_ACCOUNT: AttemptLimit = { ...FAILURES, limit: 10 };
/** NIST SP 800-63B-4, 3.2.2: with ten guesses in every 15 minutes a six-digit code would be found eventually. */
const IN_A_ROW: AttemptLimit = {
  reason: 'second_factor_closed',
  message: 'Too many consecutive failures of the second factor. Ask an administrator to unlock your account',
  limit: 100,
  windowSeconds: null,
};
/** `Retry-After` when waiting does not help, to stop clients from retrying. */
const A_DAY_MS = 24 * 3600 * 1000;
/** Queued attempts per account: several times its failure limit, a few seconds of work. */
const MAX_WAITING_PER_ACCOUNT = { all: 120, each: 60 };

/** Each kind has separate counters, so failures of one kind never block another. */
export type AttemptKind = 'password' | 'second_factor' | 'passkey';

export interface Attempt<T> {
  kind: AttemptKind;
  /** The email address for a password, the user id for a second factor, the credential id for a passkey. */
  account: string;
  /** Client address; null if unknown. */
  ip: string | null;
  /** Returns null for a failed attempt. Errors do not count as failures. */
  check: () => Promise<T | null>;
  onLocked?: () => Promise<void>;
}

type LimitedGate = Gate & AttemptLimit;

/**
 * Limits failed proofs of identity. Counted in PostgreSQL for all nodes: 10 for an account or 100 for a client address in 15 minutes; also
 * 100 consecutive failures of a second factor until an administrator unlocks the account. Unknown accounts are counted too, so the limit
 * does not reveal which exist. Attempts from a blocked address do not count for accounts: it could otherwise lock out anyone.
 */
@Injectable()
export class LoginThrottle {
  private readonly accounts = new KeyedMutex(MAX_WAITING_PER_ACCOUNT.all, MAX_WAITING_PER_ACCOUNT.each);
  /** Enough concurrency to keep hashing busy without starving other requests of connections. */
  private readonly pools: Readonly<Record<AttemptKind, BoundedPool>> = {
    password: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING.all, MAX_WAITING.each),
    second_factor: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING.all, MAX_WAITING.each),
    passkey: new BoundedPool(HASHING_SLOTS * 2 + 2, MAX_WAITING.all, MAX_WAITING.each),
  };

  constructor(private readonly counters: AttemptCounterRepository) {}

  /**
   * Makes one attempt and returns its result, null for a failure. The attempt is counted as a failure first and a success takes that back,
   * so parallel guesses cannot exceed the limit on any number of nodes. Attempts on one account run one at a time, so that correct parallel
   * answers do not use up its failures. Client addresses take turns; attempts of disconnected clients are skipped.
   * @throws AppError RATE_LIMIT_EXCEEDED; SERVICE_UNAVAILABLE when too many attempts wait; REQUEST_TIMEOUT for a disconnected client
   */
  attempt<T>(attempt: Attempt<T>): Promise<T | null> {
    const key = keyOf('account', attempt.kind, attempt.account);
    const holder = clientNetwork(attempt.ip ?? '');
    const closed = currentContext()?.closed();
    const make = (): Promise<T | null> => this.make(attempt);
    return this.accounts.run(key, () => this.pools[attempt.kind].run(make, closed, holder), closed, holder);
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

  /** Clears the account's failures of the kind. Uses the open transaction, if any. */
  async forget(kind: AttemptKind, account: string): Promise<void> {
    // In the order in which attempts lock them.
    for (const { key } of gatesOfAccount(kind, account)) await this.counters.clear([key]);
  }
}

/** None for passkeys: signatures cannot be guessed, and a lock would only let others block the owner. */
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
