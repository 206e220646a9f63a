import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { Signals } from '../../../common/database/signals.js';
import { CALLER_SIGNAL } from '../../auth/auth.events.js';
import { SESSION_END, SESSIONS } from '../../auth/sessions/session.repository.js';
import type { OAuthClient } from '../clients/client.entity.js';
import { ConsentRepository } from './consent.repository.js';
import { OAuthGrant } from './grant.entity.js';

export interface EndedGrant {
  id: string;
  user_id: string;
  client_id: string;
  organization_id: string;
}

export interface GivenGrant {
  id: string;
  consent_id: string;
  scopes: string[];
  changed: boolean;
}

const BATCH_ROWS = 1000;

@Injectable()
export class GrantRepository {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly db: Database,
    private readonly signals: Signals,
  ) {}

  /** Null when the consent does not cover the scopes. Locks client and consent against {@link follow} and withdrawals. */
  async give(
    grant: Pick<OAuthGrant, 'id' | 'user_id' | 'client_id' | 'session_id' | 'scopes'>,
  ): Promise<GivenGrant | null> {
    const [row] = await this.db.query<GivenGrant>(
      `WITH client AS (SELECT id, first_party FROM oauth_clients WHERE id = $3 FOR SHARE),
       consent AS (
         SELECT k.id, client.first_party FROM client JOIN oauth_consents k ON k.client_id = client.id
         WHERE k.user_id = $2 AND k.scopes @> $5::text[] FOR SHARE OF k),
       earlier AS (SELECT scopes FROM oauth_grants WHERE session_id = $4 AND client_id = $3)
       INSERT INTO oauth_grants AS g (id, consent_id, user_id, client_id, session_id, scopes, first_party)
         SELECT $1, id, $2, $3, $4, $5, first_party FROM consent
       ON CONFLICT ON CONSTRAINT uq_oauth_grants_session_client DO UPDATE
         SET scopes = g.scopes || ARRAY(SELECT s FROM unnest(excluded.scopes) s WHERE s <> ALL (g.scopes)), first_party = excluded.first_party
       RETURNING id, consent_id, scopes, NOT scopes <@ coalesce((SELECT scopes FROM earlier), '{}') AS changed`,
      [grant.id, grant.user_id, grant.client_id, grant.session_id, grant.scopes],
    );
    return row ?? null;
  }

  /** Applies changed scopes and the first-party flag of the client to its consents and grants. */
  async follow(client: Pick<OAuthClient, 'id' | 'scopes' | 'first_party'>): Promise<void> {
    await this.consents.follow(client);
    await this.db.query(
      `UPDATE oauth_grants
       SET first_party = $3, scopes = ARRAY(SELECT s FROM unnest(scopes) s WHERE s = ANY ($2::text[]))
       WHERE client_id = $1 AND (first_party <> $3 OR NOT scopes <@ $2::text[])`,
      [client.id, client.scopes, client.first_party],
    );
  }

  /** Deletes the grant with its codes and refresh tokens; null if it does not exist. The consent stays. */
  async end(id: string): Promise<EndedGrant | null> {
    const [row] = await this.db.query<EndedGrant>(
      `DELETE FROM oauth_grants g USING users u WHERE g.id = $1 AND u.id = g.user_id
       RETURNING g.id, g.user_id, g.client_id, u.organization_id`,
      [id],
    );
    if (row) await this.signals.send(CALLER_SIGNAL, row.user_id);
    return row ?? null;
  }

  /** Whether an application acts in the session. */
  async isUsed(sessionId: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT FROM oauth_grants WHERE session_id = $1 LIMIT 1`, [sessionId]);
    return rows.length > 0;
  }

  /** Deletes grants of ended sessions in batches, which keeps locks short. */
  async deleteEnded(): Promise<void> {
    let last: string | null = '';
    while (last !== null) last = await this.deleteEndedAfter(last);
  }

  /** One batch of grants by id. Returns the last id of the batch, or null at the end. */
  private async deleteEndedAfter(id: string): Promise<string | null> {
    const [row] = await this.db.query<{ last: string | null }>(
      `WITH batch AS (SELECT id, session_id FROM oauth_grants WHERE id > $1 ORDER BY id LIMIT $2),
       ended AS (
         SELECT g.id FROM batch JOIN oauth_grants g ON g.id = batch.id JOIN ${SESSIONS} ON s.id = batch.session_id
         WHERE s.ended_at IS NOT NULL OR ${SESSION_END} <= now()
         ORDER BY g.id FOR UPDATE OF g SKIP LOCKED),
       gone AS (DELETE FROM oauth_grants USING ended WHERE oauth_grants.id = ended.id)
       SELECT max(id) AS last FROM batch`,
      [id, BATCH_ROWS],
    );
    return row?.last ?? null;
  }
}
