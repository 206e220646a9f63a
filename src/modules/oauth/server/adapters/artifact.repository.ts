import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';

export interface StoredArtifact {
  kind: string;
  id_hash: string;
  sealed_payload: Buffer;
  grant_id: string | null;
  uid_hash: string | null;
  consumed_at: Date | null;
}

/** With the grant's current scopes; null for artifacts without a grant. */
export interface FoundArtifact extends StoredArtifact {
  granted_scopes: string[] | null;
}

const FOUND = `a.kind, a.id_hash, a.sealed_payload, a.grant_id, a.uid_hash, a.consumed_at, g.scopes AS granted_scopes
  FROM oauth_artifacts a LEFT JOIN oauth_grants g ON g.id = a.grant_id`;

@Injectable()
export class ArtifactRepository {
  constructor(private readonly db: Database) {}

  /** @param lifetime in seconds @returns false when the grant was withdrawn meanwhile */
  async save(artifact: Omit<StoredArtifact, 'consumed_at'>, lifetime: number): Promise<boolean> {
    const rows = await this.db.query(
      `INSERT INTO oauth_artifacts (kind, id_hash, sealed_payload, grant_id, uid_hash, expires_at)
       SELECT $1, $2, $3, $4, $5, now() + make_interval(secs => $6)
       WHERE $4::text IS NULL OR EXISTS (SELECT FROM oauth_grants WHERE id = $4 FOR KEY SHARE)
       ON CONFLICT ON CONSTRAINT pk_oauth_artifacts DO UPDATE
         SET sealed_payload = excluded.sealed_payload, grant_id = excluded.grant_id, uid_hash = excluded.uid_hash,
             expires_at = excluded.expires_at
       RETURNING 1`,
      [artifact.kind, artifact.id_hash, artifact.sealed_payload, artifact.grant_id, artifact.uid_hash, lifetime],
    );
    return rows.length > 0;
  }

  async find(kind: string, idHash: string): Promise<FoundArtifact | null> {
    const [row] = await this.db.query<FoundArtifact>(
      `SELECT ${FOUND} WHERE a.kind = $1 AND a.id_hash = $2 AND a.expires_at > now()`,
      [kind, idHash],
    );
    return row ?? null;
  }

  async findByUid(kind: string, uidHash: string): Promise<FoundArtifact | null> {
    const [row] = await this.db.query<FoundArtifact>(
      `SELECT ${FOUND} WHERE a.uid_hash = $2 AND a.kind = $1 AND a.expires_at > now()`,
      [kind, uidHash],
    );
    return row ?? null;
  }

  /** False if already consumed. Only one of several parallel calls gets true. */
  async consume(kind: string, idHash: string): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE oauth_artifacts SET consumed_at = now() WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING 1`,
      [kind, idHash],
    );
    return rows.length > 0;
  }

  async delete(kind: string, idHash: string): Promise<void> {
    await this.db.query(`DELETE FROM oauth_artifacts WHERE kind = $1 AND id_hash = $2`, [kind, idHash]);
  }

  async deleteOfGrant(kind: string, grantId: string): Promise<void> {
    await this.db.query(`DELETE FROM oauth_artifacts WHERE grant_id = $2 AND kind = $1`, [kind, grantId]);
  }

  async deleteExpired(): Promise<void> {
    await this.db.query(`DELETE FROM oauth_artifacts WHERE expires_at <= now()`);
  }
}
