import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../../../common/database/database.js';
import { MfaRecoveryCode } from './mfa-recovery-code.entity.js';

@Injectable()
export class RecoveryCodeRepository {
  constructor(private readonly db: Database) {}

  async replaceAll(userId: string, hashes: Buffer[]): Promise<void> {
    await this.deleteAll(userId);
    await this.db.defer(`INSERT INTO mfa_recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])`, [
      userId,
      hashes,
    ]);
  }

  /** Only one of several parallel calls gets true. */
  async use(userId: string, hash: Buffer): Promise<boolean> {
    const rows = await this.db.query<{ user_id: string }>(
      `UPDATE mfa_recovery_codes SET used_at = now()
       WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING user_id`,
      [userId, hash],
    );
    return rows.length === 1;
  }

  countLeft(userId: string): Promise<number> {
    return this.db.repository(MfaRecoveryCode).countBy({ user_id: userId, used_at: IsNull() });
  }

  async deleteAll(userId: string): Promise<void> {
    await this.db.repository(MfaRecoveryCode).delete({ user_id: userId });
  }
}
