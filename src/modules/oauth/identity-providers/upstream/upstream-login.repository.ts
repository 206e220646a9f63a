import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { UpstreamLoginState } from './upstream-login.entity.js';

export type NewLoginState = Omit<UpstreamLoginState, 'expires_at' | 'created_at'>;

@Injectable()
export class UpstreamLoginRepository {
  constructor(private readonly db: Database) {}

  async insert(state: NewLoginState, seconds: number): Promise<void> {
    await this.db.query(
      `INSERT INTO upstream_logins (state_hash, provider_id, interaction_uid, browser_hash, sealed_proof, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::float8))`,
      [state.state_hash, state.provider_id, state.interaction_uid, state.browser_hash, state.sealed_proof, seconds],
    );
  }

  /** Only one of several parallel calls gets it. Other browsers neither get nor delete it. */
  async take(stateHash: string, browserHash: Buffer): Promise<UpstreamLoginState | null> {
    const rows = await this.db.query<UpstreamLoginState>(
      `DELETE FROM upstream_logins WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now() RETURNING *`,
      [stateHash, browserHash],
    );
    return rows[0] ?? null;
  }

  async find(stateHash: string, providerId: string): Promise<UpstreamLoginState | null> {
    const rows = await this.db.query<UpstreamLoginState>(
      `SELECT * FROM upstream_logins WHERE state_hash = $1 AND provider_id = $2 AND expires_at > now()`,
      [stateHash, providerId],
    );
    return rows[0] ?? null;
  }

  /** Replaces the proof unless it was replaced since it was read. */
  async answer({ state_hash, sealed_proof }: UpstreamLoginState, answer: Buffer, seconds: number): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE upstream_logins SET sealed_proof = $3, expires_at = now() + make_interval(secs => $4::float8)
       WHERE state_hash = $1 AND sealed_proof = $2 RETURNING 1`,
      [state_hash, sealed_proof, answer, seconds],
    );
    return rows.length > 0;
  }

  /** What another service proved, or was asked to. */
  async deleteOfProvider(providerId: string): Promise<void> {
    await this.db.query(`DELETE FROM upstream_logins WHERE provider_id = $1`, [providerId]);
  }

  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM upstream_logins WHERE expires_at <= now()`);
  }
}
