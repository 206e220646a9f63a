import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { MfaMethod } from '../methods/mfa-method.entity.js';
import { MfaChallenge, type ChallengePurpose } from './mfa-challenge.entity.js';

/** The purpose of a proof and the id of its mfa_token or session. */
export interface Binding {
  purpose: ChallengePurpose;
  bound_to: string;
}

export interface SentCode {
  id: string;
  code_hash: Buffer;
}

export interface Sending extends Binding {
  created_at: Date;
}

const ATTEMPTS = 5;
/** Per method, purpose and binding: someone who knows the password could otherwise replace challenges and lock the owner out. */
const ANSWERABLE = `id = (SELECT id FROM mfa_challenges WHERE method_id = $1 AND purpose = $2 AND bound_to = $3
  ORDER BY id DESC LIMIT 1) AND used_at IS NULL AND expires_at > now()`;

@Injectable()
export class MfaChallengeRepository {
  constructor(private readonly db: Database) {}

  async insert(challenge: MfaChallenge): Promise<void> {
    await this.db.repository(MfaChallenge).insert(challenge);
  }

  /** Newest first. @param seconds how far back */
  listSendings(userId: string, seconds: number): Promise<Sending[]> {
    return this.db.query<Sending>(
      `SELECT created_at, purpose, bound_to FROM mfa_challenges
       WHERE user_id = $1 AND code_hash IS NOT NULL AND created_at > now() - make_interval(secs => $2::float8)
       ORDER BY created_at DESC`,
      [userId, seconds],
    );
  }

  /** Null when no code is left to guess. */
  async countGuess(methodId: string, { purpose, bound_to }: Binding): Promise<SentCode | null> {
    const rows = await this.db.query<SentCode>(
      `UPDATE mfa_challenges SET attempts = attempts + 1
       WHERE ${ANSWERABLE} AND code_hash IS NOT NULL AND attempts < ${ATTEMPTS} RETURNING id, code_hash`,
      [methodId, purpose, bound_to],
    );
    return rows[0] ?? null;
  }

  /** Only one of several parallel calls gets true. */
  async use(id: string): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE mfa_challenges SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id`,
      [id],
    );
    return rows.length === 1;
  }

  /** Consumes and returns a security key's challenge, before its response is checked, or null. */
  async spendQuestion(methodId: string, { purpose, bound_to }: Binding): Promise<string | null> {
    const rows = await this.db.query<{ webauthn_challenge: string | null }>(
      `UPDATE mfa_challenges SET used_at = now() WHERE ${ANSWERABLE} RETURNING webauthn_challenge`,
      [methodId, purpose, bound_to],
    );
    return rows[0]?.webauthn_challenge ?? null;
  }

  /** Records a passkey's answered challenge; false if it was answered before. The caller locks the user's row. */
  async spendAnswered({ id, user_id }: MfaMethod, challenge: string, expiresAt: Date): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `INSERT INTO mfa_challenges (id, user_id, method_id, purpose, bound_to, webauthn_challenge, expires_at, used_at)
       SELECT $1, $2, $3, 'login', $4, $4, $5, now()
       WHERE NOT EXISTS (SELECT FROM mfa_challenges WHERE method_id = $3 AND bound_to = $4) RETURNING id`,
      [newId('mfa_challenge'), user_id, id, challenge, expiresAt],
    );
    return rows.length === 1;
  }

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

  /** Challenges count against the sending limits for a day after they expire. */
  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM mfa_challenges WHERE expires_at <= now() - interval '1 day'`);
  }
}
