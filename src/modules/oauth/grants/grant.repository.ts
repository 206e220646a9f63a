import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { OPEN, SESSIONS } from '../../auth/sessions/session.repository.js';
import type { OAuthClient } from '../clients/client.entity.js';
import { OAuthGrant } from './grant.entity.js';

/** A grant with what its user knows the client by. */
export type ListedGrant = OAuthGrant & { client_name: string };

/** Whom a grant that was withdrawn belonged to. */
export interface WithdrawnGrant {
  id: string;
  user_id: string;
  client_id: string;
  organization_id: string;
}

/** Grants as those who give and withdraw them see them. */
@Injectable()
export class GrantRepository {
  constructor(private readonly db: Database) {}

  /**
   * Gives the client, of the scopes, those it may ask for, beside those it was given in the session before; answers the grant
   * as it is then and whether anything is new. Null when the client is gone or another organization's. The client is read
   * under a lock: {@link follow} comes before or after.
   */
  async give(
    grant: Pick<OAuthGrant, 'id' | 'user_id' | 'client_id' | 'session_id' | 'scopes'>,
  ): Promise<{ id: string; scopes: string[]; changed: boolean } | null> {
    const [row] = await this.db.query<{ id: string; scopes: string[]; changed: boolean }>(
      `WITH client AS (
         SELECT c.id, c.scopes, c.first_party FROM oauth_clients c JOIN users u ON u.organization_id = c.organization_id
         WHERE c.id = $3 AND u.id = $2 FOR SHARE OF c),
       earlier AS (SELECT scopes FROM oauth_grants WHERE session_id = $4 AND client_id = $3)
       INSERT INTO oauth_grants AS g (id, user_id, client_id, session_id, scopes, first_party)
         SELECT $1, $2, id, $4, ARRAY(SELECT s FROM unnest($5::text[]) s WHERE s = ANY (scopes)), first_party FROM client
       ON CONFLICT ON CONSTRAINT uq_oauth_grants_session_client DO UPDATE
         SET scopes = g.scopes || ARRAY(SELECT s FROM unnest(excluded.scopes) s WHERE s <> ALL (g.scopes)), first_party = excluded.first_party
       RETURNING id, scopes, NOT scopes <@ coalesce((SELECT scopes FROM earlier), '{}') AS changed`,
      [grant.id, grant.user_id, grant.client_id, grant.session_id, grant.scopes],
    );
    return row ?? null;
  }

  /** Takes from the client's grants the scopes that it may no longer ask for, and marks them as it is marked. */
  async follow({ id, scopes, first_party }: Pick<OAuthClient, 'id' | 'scopes' | 'first_party'>): Promise<void> {
    await this.db.query(
      `UPDATE oauth_grants
       SET first_party = $3, scopes = ARRAY(SELECT s FROM unnest(scopes) s WHERE s = ANY ($2::text[]))
       WHERE client_id = $1 AND (first_party <> $3 OR NOT scopes <@ $2::text[])`,
      [id, scopes, first_party],
    );
  }

  /** The user's grants in sessions that are not over. */
  async list(userId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<ListedGrant>> {
    const from = `FROM ${SESSIONS} JOIN oauth_grants g ON g.session_id = s.id JOIN oauth_clients c ON c.id = g.client_id
                  WHERE g.user_id = $1 AND ${OPEN}`;
    const rows = await this.db.query<ListedGrant>(
      `SELECT g.*, c.name AS client_name ${from} AND ($2::text IS NULL OR g.id < $2)
       ORDER BY g.id DESC LIMIT $3`,
      [userId, afterId, rowCount],
    );
    const [count] = await this.db.query<{ count: number }>(`SELECT count(*)::int AS count ${from}`, [userId]);
    return { rows, totalCount: count?.count ?? 0 };
  }

  /** Removes the grant and, with it, its codes and refresh tokens; null when it is gone already or is not the user's. */
  async withdraw(id: string, userId: string | null): Promise<WithdrawnGrant | null> {
    const [row] = await this.db.query<WithdrawnGrant>(
      `DELETE FROM oauth_grants g USING users u
       WHERE g.id = $1 AND ($2::text IS NULL OR g.user_id = $2) AND u.id = g.user_id
       RETURNING g.id, g.user_id, g.client_id, u.organization_id`,
      [id, userId],
    );
    return row ?? null;
  }

  /** Forgets grants of sessions that are over. */
  async deleteEnded(): Promise<void> {
    await this.db.query(
      `DELETE FROM oauth_grants WHERE session_id IN (
         SELECT s.id FROM ${SESSIONS} WHERE s.ended_at IS NOT NULL OR s.expires_at <= now())`,
    );
  }
}
