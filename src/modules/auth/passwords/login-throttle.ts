import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Database } from '../../../common/database/database.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { AppError } from '../../../common/errors/app-error.js';
import { Turns } from '../../../common/turns.js';

const WINDOW_SECONDS = 900;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/**
 * Failed logins, counted in PostgreSQL for all nodes: 10 for an account or 100 for a client address within 15 minutes
 * close the way. Accounts that do not exist are counted the same, so nobody learns which do.
 */
@Injectable()
export class LoginThrottle {
  private readonly account: RateLimiterPostgres;
  private readonly address: RateLimiterPostgres;
  private readonly turns = new Turns();

  constructor(db: Database) {
    const common = {
      storeClient: db.pool,
      storeType: 'pool',
      tableName: 'login_failures',
      tableCreated: true,
      duration: WINDOW_SECONDS,
    };
    this.account = new RateLimiterPostgres({ ...common, keyPrefix: 'account', points: FAILURES_PER_ACCOUNT });
    this.address = new RateLimiterPostgres({ ...common, keyPrefix: 'address', points: FAILURES_PER_ADDRESS });
  }

  /**
   * Makes one attempt, whose `check` gives null when it failed. It is counted as failed before it is made, so that
   * parallel guesses cannot slip through together, on no number of nodes; a success takes that back. The attempts on one
   * account go one after the other, so that right passwords sent at once do not use up its failures meanwhile.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED
   */
  attempt<T>(email: string, ip: string, check: () => Promise<T | null>): Promise<T | null> {
    const account = accountKey(email);
    const address = clientNetwork(ip);
    return this.turns.run(account, async () => {
      await this.consume(this.address, address, FAILURES_PER_ADDRESS);
      await this.consume(this.account, account, FAILURES_PER_ACCOUNT);
      const found = await check();
      if (found !== null) {
        await this.account.delete(account);
        await this.address.reward(address, 1);
      }
      return found;
    });
  }

  private async consume(limiter: RateLimiterPostgres, key: string, limit: number): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      const retryAfter = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many failed sign-ins; try again later',
        { reason: 'login_attempts', limit, window_seconds: WINDOW_SECONDS, retry_after: retryAfter },
        { headers: { 'retry-after': String(retryAfter) } },
      );
    }
  }
}

/** Hashed: the table of counters is not a list of addresses that someone tried. */
function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
