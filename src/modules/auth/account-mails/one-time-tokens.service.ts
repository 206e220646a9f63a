import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import type { OneTimeTokenKind } from './one-time-token.entity.js';
import { OneTimeTokenRepository, type UsableToken } from './one-time-token.repository.js';

const PREFIXES: Readonly<Record<OneTimeTokenKind, string>> = {
  invitation: 'inv_',
  password_reset: 'pwr_',
  mfa: 'mfa_',
};
const SECRET_BYTES = 32;
const SECRET_FORMAT = /^[A-Za-z0-9_-]{43}$/;

export interface IssueOptions {
  lifetimeSeconds: number;
  replaceEarlier: boolean;
}

/** Single-use tokens. Only their hashes are stored. */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly tokens: OneTimeTokenRepository,
    private readonly db: Database,
  ) {}

  /** Returns the token's text, such as `inv_…`, which is not stored. */
  issue(kind: OneTimeTokenKind, userId: string, { lifetimeSeconds, replaceEarlier }: IssueOptions): Promise<string> {
    const token = PREFIXES[kind] + randomBytes(SECRET_BYTES).toString('base64url');
    return this.db.transaction(async () => {
      if (replaceEarlier) await this.tokens.deleteAll(userId, kind);
      await this.tokens.insert(newId('one_time_token'), userId, kind, hashOf(token), lifetimeSeconds);
      return token;
    });
  }

  /** The unused, unexpired token, or null. Does not consume it. */
  async find(kind: OneTimeTokenKind, token: string): Promise<UsableToken | null> {
    return isWellFormed(kind, token) ? this.tokens.findUsable(kind, hashOf(token)) : null;
  }

  /** Expiry of an unused token, for a day after it; null for any other token. */
  async findExpiry(kind: OneTimeTokenKind, token: string): Promise<Date | null> {
    return isWellFormed(kind, token) ? this.tokens.findExpiry(kind, hashOf(token)) : null;
  }

  /** Consumes the token. Only one of several parallel calls gets it; a rollback restores it. */
  async use(kind: OneTimeTokenKind, token: string): Promise<UsableToken | null> {
    return isWellFormed(kind, token) ? this.tokens.use(kind, hashOf(token)) : null;
  }

  /** `kind` null revokes all kinds. */
  revokeAll(userId: string, kind: OneTimeTokenKind | null = null): Promise<void> {
    return this.db.transaction(() => this.tokens.deleteAll(userId, kind));
  }
}

/** The same error for every reason, so that it reveals nothing about the token. */
export function invalidToken(): AppError {
  return AppError.invalid([{ field: 'token', issue: 'is invalid or has expired' }]);
}

function isWellFormed(kind: OneTimeTokenKind, token: string): boolean {
  const prefix = PREFIXES[kind];
  return token.startsWith(prefix) && SECRET_FORMAT.test(token.slice(prefix.length));
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
