import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database } from '../../../../common/database/database.js';
import { MFA_DEMANDED } from '../../mfa-demand.js';
import type { StoredCredential } from '../webauthn/stored-credential.js';
import { MfaMethod, type MfaType } from './mfa-method.entity.js';

/** The organization's second-factor policy for the user. */
export interface MfaRule {
  off: boolean;
  /** The user must have a second factor. */
  demanded: boolean;
}

const PENDING = `interval '1 hour'`;

@Injectable()
export class MfaMethodRepository {
  constructor(private readonly db: Database) {}

  /** Serializes changes of one user's factors until the end of the transaction. Null when the user does not exist. */
  async lockUser(userId: string): Promise<MfaRule | null> {
    const rows = await this.db.query<MfaRule>(
      `SELECT o.mfa_policy = 'off' AS off, ${MFA_DEMANDED} AS demanded
       FROM users u JOIN organizations o ON o.id = u.organization_id
       WHERE u.id = $1 AND u.removed_at IS NULL FOR NO KEY UPDATE OF u`,
      [userId],
    );
    return rows[0] ?? null;
  }

  list(userId: string): Promise<MfaMethod[]> {
    return this.db.query<MfaMethod>(
      `SELECT * FROM mfa_methods
       WHERE user_id = $1 AND (activated_at IS NOT NULL OR created_at > now() - ${PENDING}) ORDER BY id`,
      [userId],
    );
  }

  listActive(userId: string): Promise<MfaMethod[]> {
    return this.db
      .repository(MfaMethod)
      .find({ where: { user_id: userId, activated_at: Not(IsNull()) }, order: { id: 'ASC' } });
  }

  /** The active passkey with this credential id, of any account. */
  findPasskey(credentialId: string): Promise<MfaMethod | null> {
    const where = { credential_id: credentialId, passwordless: true, activated_at: Not(IsNull()) };
    return this.db.repository(MfaMethod).findOneBy(where);
  }

  async insert(method: MfaMethod): Promise<void> {
    await this.db.repository(MfaMethod).insert(method);
  }

  /** Activates a pending method and records its first use. False when it is no longer pending. */
  async activate(id: string): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE mfa_methods SET activated_at = now(), last_used_at = now()
       WHERE id = $1 AND activated_at IS NULL AND created_at > now() - ${PENDING} RETURNING id`,
      [id],
    );
    return rows.length === 1;
  }

  async delete(userId: string, id: string): Promise<boolean> {
    const result = await this.db.repository(MfaMethod).delete({ id, user_id: userId });
    return result.affected === 1;
  }

  async deletePending(userId: string, type: MfaType): Promise<void> {
    await this.db.repository(MfaMethod).delete({ user_id: userId, type, activated_at: IsNull() });
  }

  async deleteAll(userId: string): Promise<number> {
    return (await this.db.repository(MfaMethod).delete({ user_id: userId })).affected ?? 0;
  }

  async deleteStalePending(): Promise<void> {
    await this.db.query(`DELETE FROM mfa_methods WHERE activated_at IS NULL AND created_at <= now() - ${PENDING}`);
  }

  async touch(id: string): Promise<void> {
    await this.db.defer(`UPDATE mfa_methods SET last_used_at = now() WHERE id = $1`, [id]);
  }

  /** Records a time step. Only one of several parallel calls gets true; equal and earlier steps get false. */
  async takeStep(id: string, step: number): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE mfa_methods SET last_used_step = $2
       WHERE id = $1 AND (last_used_step IS NULL OR last_used_step < $2) RETURNING id`,
      [id, step],
    );
    return rows.length === 1;
  }

  async saveCredential(id: string, credential: StoredCredential): Promise<void> {
    await this.db.repository(MfaMethod).update(id, {
      ...credential,
      public_key: Buffer.from(credential.public_key),
      sign_count: String(credential.sign_count),
    });
  }

  /** Updates the counter if it still equals `stored`, so that only one of two answers with the same counter is accepted. */
  async advanceCounter(id: string, stored: number, received: number, backedUp: boolean): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE mfa_methods SET sign_count = $3, backed_up = $4 WHERE id = $1 AND sign_count = $2 RETURNING id`,
      [id, stored, received, backedUp],
    );
    return rows.length === 1;
  }
}
