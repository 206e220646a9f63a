import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import { MfaChallenge, type ChallengePurpose } from './mfa-challenge.entity.js';

/** What a proof belongs to: its purpose and the mfa_token or session that it is given with. */
export interface Binding {
  purpose: ChallengePurpose;
  bound_to: string;
}

/** A code that waits for its owner. */
export interface SentCode {
  id: string;
  code_hash: Buffer;
}

/** When a code was sent, and for what. */
export interface Sending extends Binding {
  created_at: Date;
}

/** Guesses at one code. */
const ATTEMPTS = 5;
/**
 * $1 method, $2 purpose, $3 binding: the latest challenge of these, if it can still be answered. What others ask for, in logins
 * and sessions of their own, voids nothing: somebody who knows the password could otherwise keep the owner out.
 */
const ANSWERABLE = `id = (SELECT id FROM mfa_challenges WHERE method_id = $1 AND purpose = $2 AND bound_to = $3
  ORDER BY id DESC LIMIT 1) AND used_at IS NULL AND expires_at > now()`;

@Injectable()
export class MfaChallengeRepository {
  constructor(private readonly db: Database) {}

  async insert(challenge: MfaChallenge): Promise<void> {
    await this.db.repository(MfaChallenge).insert(challenge);
  }

  /** Codes that were sent to the user, newest first. @param seconds how far back */
  listSendings(userId: string, seconds: number): Promise<Sending[]> {
    return this.db.query<Sending>(
      `SELECT created_at, purpose, bound_to FROM mfa_challenges
       WHERE user_id = $1 AND code_hash IS NOT NULL AND created_at > now() - make_interval(secs => $2::float8)
       ORDER BY created_at DESC`,
      [userId, seconds],
    );
  }

  /** Counts one guess at the code that was sent; null when there is none that can be guessed at any more. */
  async countGuess(methodId: string, { purpose, bound_to }: Binding): Promise<SentCode | null> {
    const rows = await this.db.query<SentCode>(
      `UPDATE mfa_challenges SET attempts = attempts + 1
       WHERE ${ANSWERABLE} AND code_hash IS NOT NULL AND attempts < ${ATTEMPTS} RETURNING id, code_hash`,
      [methodId, purpose, bound_to],
    );
    return rows[0] ?? null;
  }

  /** Of parallel calls one gets true. */
  async use(id: string): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE mfa_challenges SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id`,
      [id],
    );
    return rows.length === 1;
  }

  /** Spends the question put to a security key, whatever its answer is worth, and gives it; null when there is none. */
  async spendQuestion(methodId: string, { purpose, bound_to }: Binding): Promise<string | null> {
    const rows = await this.db.query<{ webauthn_challenge: string | null }>(
      `UPDATE mfa_challenges SET used_at = now() WHERE ${ANSWERABLE} RETURNING webauthn_challenge`,
      [methodId, purpose, bound_to],
    );
    return rows[0]?.webauthn_challenge ?? null;
  }

  /**
   * Remembers that the passkey answered the challenge; false when it did before. The caller holds the user's row, so that of
   * parallel answers one gets true.
   */
  async spendAnswered({ id, user_id }: MfaMethod, challenge: string, expiresAt: Date): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `INSERT INTO mfa_challenges (id, user_id, method_id, purpose, bound_to, webauthn_challenge, expires_at, used_at)
       SELECT $1, $2, $3, 'login', $4, $4, $5, now()
       WHERE NOT EXISTS (SELECT FROM mfa_challenges WHERE method_id = $3 AND bound_to = $4) RETURNING id`,
      [newId('mfa_challenge'), user_id, id, challenge, expiresAt],
    );
    return rows.length === 1;
  }

  /** The method that was asked last with the mfa_token or in the session. */
  async findLatestMethod(binding: Binding): Promise<string | null> {
    const rows = await this.db.query<{ method_id: string | null }>(
      `SELECT method_id FROM mfa_challenges WHERE bound_to = $1 AND purpose = $2 ORDER BY id DESC LIMIT 1`,
      [binding.bound_to, binding.purpose],
    );
    return rows[0]?.method_id ?? null;
  }

  async deleteAll(userId: string): Promise<void> {
    await this.db.repository(MfaChallenge).delete({ user_id: userId });
  }

  /** A day after their end; until then they count against the limits of sending. */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM mfa_challenges WHERE expires_at <= now() - interval '1 day'`);
  }
}
