import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import type { OneTimeTokenKind } from './one-time-token.entity.js';
import { OneTimeTokenRepository, type UsableToken } from './one-time-token.repository.js';

/** Says to people and to scanners of leaked secrets what a token is. */
const PREFIXES: Readonly<Record<OneTimeTokenKind, string>> = {
  invitation: 'inv_',
  password_reset: 'pwr_',
  mfa: 'mfa_',
};
/** 256 bits. */
const SECRET_BYTES = 32;
const SECRET_FORMAT = /^[A-Za-z0-9_-]{43}$/;

export interface IssueOptions {
  lifetimeSeconds: number;
  /** Whether the user's earlier tokens of the kind stop working. */
  replaceEarlier: boolean;
}

/** Tokens that work once: random text handed out, its hash kept. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly tokens: OneTimeTokenRepository,
    private readonly db: Database,
  ) {}

  /** A new token's text, such as `inv_…`: the only time that it is seen. */
  issue(kind: OneTimeTokenKind, userId: string, { lifetimeSeconds, replaceEarlier }: IssueOptions): Promise<string> {
    const token = PREFIXES[kind] + randomBytes(SECRET_BYTES).toString('base64url');
    return this.db.transaction(async () => {
      if (replaceEarlier) await this.tokens.deleteAll(userId, kind);
      await this.tokens.insert(newId('one_time_token'), userId, kind, hashOf(token), lifetimeSeconds);
      return token;
    });
  }

  /** The token while it is unused and unexpired, otherwise null. Does not use it up. */
  async find(kind: OneTimeTokenKind, token: string): Promise<UsableToken | null> {
    return isWellFormed(kind, token) ? this.tokens.findUsable(kind, hashOf(token)) : null;
  }

  /** When an unused token expired, for a day after; null for every other. */
  async findExpiry(kind: OneTimeTokenKind, token: string): Promise<Date | null> {
    return isWellFormed(kind, token) ? this.tokens.findExpiry(kind, hashOf(token)) : null;
  }

  /** {@link find}, and uses it up: of any number of parallel calls one gets it. A transaction that rolls back gives it back. */
  async use(kind: OneTimeTokenKind, token: string): Promise<UsableToken | null> {
    return isWellFormed(kind, token) ? this.tokens.use(kind, hashOf(token)) : null;
  }

  /** Takes away what the user has, of one kind or of all. */
  revokeAll(userId: string, kind: OneTimeTokenKind | null = null): Promise<void> {
    return this.db.transaction(() => this.tokens.deleteAll(userId, kind));
  }
}

/** One refusal for every token that is no good, whatever the reason. */
export function invalidToken(): AppError {
  return AppError.invalid([{ field: 'token', issue: 'is not valid, or not any more' }]);
}

function isWellFormed(kind: OneTimeTokenKind, token: string): boolean {
  const prefix = PREFIXES[kind];
  return token.startsWith(prefix) && SECRET_FORMAT.test(token.slice(prefix.length));
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
