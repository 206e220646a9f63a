import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { Signals } from '../../../common/database/signals.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import { CALLER_SIGNAL } from '../../auth/auth.events.js';
import { OPEN, SESSIONS } from '../../auth/sessions/session.repository.js';
import type { ActiveGrant } from '../../auth/tokens/oauth-bearers.service.js';
import type { OAuthClient } from '../clients/client.entity.js';
import { OAuthConsent } from './consent.entity.js';

export interface ListedConsent extends OAuthConsent {
  client_name: string;
  first_party: boolean;
  /** Ids of open sessions with a grant, newest first. */
  sessions: string[];
}

export interface GivenConsent {
  id: string;
  scopes: string[];
  /** Whether a scope was added. */
  changed: boolean;
}

@Injectable()
export class ConsentRepository {
  constructor(
    private readonly db: Database,
    private readonly signals: Signals,
  ) {}

  /** Adds the scopes that the client can request. Null for a deleted or foreign client. Locks the client, as {@link follow}. */
  async give(
    consent: Pick<OAuthConsent, 'id' | 'user_id' | 'client_id' | 'scopes' | 'asked'>,
  ): Promise<GivenConsent | null> {
    const [row] = await this.db.query<GivenConsent>(
      `WITH client AS (
         SELECT c.id, c.scopes FROM oauth_clients c JOIN users u ON u.organization_id = coalesce(c.organization_id, u.organization_id)
         WHERE c.id = $3 AND u.id = $2 FOR SHARE OF c),
       earlier AS (SELECT scopes FROM oauth_consents WHERE user_id = $2 AND client_id = $3)
       INSERT INTO oauth_consents AS k (id, user_id, client_id, scopes, asked)
         SELECT $1, $2, id, ARRAY(SELECT s FROM unnest($4::text[]) s WHERE s = ANY (scopes)), $5 FROM client
       ON CONFLICT ON CONSTRAINT uq_oauth_consents_user_client DO UPDATE
         SET scopes = k.scopes || ARRAY(SELECT s FROM unnest(excluded.scopes) s WHERE s <> ALL (k.scopes)),
             asked = k.asked AND (excluded.asked OR excluded.scopes <@ k.scopes)
       RETURNING id, scopes, NOT scopes <@ coalesce((SELECT scopes FROM earlier), '{}') AS changed`,
      [consent.id, consent.user_id, consent.client_id, consent.scopes, consent.asked],
    );
    return row ?? null;
  }

  /** Removes scopes that the client can no longer request. Without first-party status, deletes consents given without asking. */
  async follow({ id, scopes, first_party }: Pick<OAuthClient, 'id' | 'scopes' | 'first_party'>): Promise<void> {
    if (!first_party) await this.db.query(`DELETE FROM oauth_consents WHERE client_id = $1 AND NOT asked`, [id]);
    await this.db.query(
      `UPDATE oauth_consents SET scopes = ARRAY(SELECT s FROM unnest(scopes) s WHERE s = ANY ($2::text[]))
       WHERE client_id = $1 AND NOT scopes <@ $2::text[]`,
      [id, scopes],
    );
  }

  /** Includes consents without an open session. */
  async list(userId: string, afterId: string | null, rowCount: number): Promise<KeysetRows<ListedConsent>> {
    return this.db.list<ListedConsent>(
      {
        sql: `SELECT k.*, c.name AS client_name, c.first_party,
              ARRAY(SELECT s.id FROM ${SESSIONS} JOIN oauth_grants g ON g.session_id = s.id
                    WHERE g.consent_id = k.id AND ${OPEN} ORDER BY s.id DESC) AS sessions
       FROM oauth_consents k JOIN oauth_clients c ON c.id = k.client_id
       WHERE k.user_id = $1 AND ($2::text IS NULL OR k.id < $2)
       ORDER BY k.id DESC LIMIT $3`,
        parameters: [userId, afterId, rowCount],
      },
      { sql: `FROM oauth_consents WHERE user_id = $1`, parameters: [userId] },
    );
  }

  listActive(userId: string): Promise<ActiveGrant[]> {
    return this.db.query<ActiveGrant>(
      `SELECT k.id, k.client_id, c.name AS client_name, k.last_used_at
       FROM oauth_consents k JOIN oauth_clients c ON c.id = k.client_id
       WHERE k.user_id = $1 AND EXISTS (
         SELECT FROM ${SESSIONS} JOIN oauth_grants g ON g.session_id = s.id WHERE g.consent_id = k.id AND ${OPEN})
       ORDER BY k.id DESC`,
      [userId],
    );
  }

  /** Deletes the consent with its grants, codes and refresh tokens. Null when the user has no such consent. */
  async withdraw(id: string, userId: string): Promise<Pick<OAuthConsent, 'client_id'> | null> {
    const [row] = await this.db.query<Pick<OAuthConsent, 'client_id'>>(
      `DELETE FROM oauth_consents WHERE id = $1 AND user_id = $2 RETURNING client_id`,
      [id, userId],
    );
    if (row) await this.signals.send(CALLER_SIGNAL, userId);
    return row ?? null;
  }
}
