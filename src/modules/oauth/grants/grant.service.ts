import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { Scope } from '../scopes.js';
import { ConsentRepository, type ListedConsent } from './consent.repository.js';
import { GrantRepository } from './grant.repository.js';

/** Why a grant ended without withdrawal: a detected theft, or the client's request. */
export type GrantEnd = 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' | 'signed_out';

const SUSPICIOUS: readonly GrantEnd[] = ['code_replayed', 'refresh_token_reused'];

export interface Giver {
  id: string;
  organizationId: string;
  sessionId: string;
}

/** A consent lasts until it is withdrawn; a grant covers its use in one session. Users see both as one. */
@Injectable()
export class GrantService {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly grants: GrantRepository,
    private readonly audit: AuditTrail,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  list({ userId }: Principal, query: PageQuery): Promise<Page<ListedConsent>> {
    return this.paginator.page('oauth-grants', query, (afterId, rowCount) =>
      this.consents.list(userId, afterId, rowCount),
    );
  }

  /** Adds to the user's consent and grants. Returns the grant's id; null for a deleted client or when it can request none of the scopes. */
  consent(user: Giver, client: { id: string; firstParty: boolean }, scopes: readonly Scope[]): Promise<string | null> {
    return this.db.transaction(async () => {
      const consent = await this.consents.give({
        id: newId('oauth_consent'),
        user_id: user.id,
        client_id: client.id,
        scopes: [...scopes],
        asked: !client.firstParty,
      });
      const given = scopes.filter((scope) => consent?.scopes.includes(scope));
      if (!consent || given.length === 0) return null;
      const reason = client.firstParty ? 'first_party' : 'consent';
      if (consent.changed) {
        await this.audit.record({
          action: 'oauth.consent_given',
          target: { type: 'oauth_consent', id: consent.id },
          actor: { type: 'user', id: user.id, session_id: user.sessionId },
          organization_id: user.organizationId,
          // First-party clients need no consent.
          reason,
          details: { client_id: client.id, scopes: consent.scopes.sort() },
        });
      }
      return this.give(user, client.id, given, reason);
    });
  }

  /** Grants scopes of an existing consent in this session. Returns the grant's id; null when the consent does not cover them. */
  resume(user: Giver, clientId: string, scopes: readonly Scope[]): Promise<string | null> {
    return this.db.transaction(() => this.give(user, clientId, scopes, 'earlier_consent'));
  }

  /** The client's next request is rejected, in every session. @throws AppError NOT_FOUND */
  async withdraw({ userId }: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const consent = await this.consents.withdraw(id, userId);
      if (!consent) throw AppError.notFound('oauth_grant');
      await this.audit.record({
        action: 'oauth.grant_withdrawn',
        target: { type: 'oauth_consent', id },
        details: { client_id: consent.client_id },
      });
    });
  }

  /** Ends a grant if it still exists; the consent stays. After a theft the record has no actor, because it is unknown. */
  async end(id: string, reason: GrantEnd): Promise<void> {
    await this.db.transaction(async () => {
      const grant = await this.grants.end(id);
      if (!grant) return;
      const suspicious = SUSPICIOUS.includes(reason);
      await this.audit.record({
        action: suspicious ? 'security.oauth_reuse_detected' : 'oauth.grant_ended',
        target: { type: 'oauth_grant', id },
        result: suspicious ? 'failure' : 'success',
        reason,
        details: { client_id: grant.client_id, user_id: grant.user_id },
        organization_id: grant.organization_id,
      });
    });
  }

  private async give(
    user: Giver,
    clientId: string,
    scopes: readonly Scope[],
    reason: 'first_party' | 'consent' | 'earlier_consent',
  ): Promise<string | null> {
    const grant = await this.grants.give({
      id: newId('oauth_grant'),
      user_id: user.id,
      client_id: clientId,
      session_id: user.sessionId,
      scopes: [...scopes],
    });
    if (grant?.changed) {
      await this.audit.record({
        action: 'oauth.grant_given',
        target: { type: 'oauth_grant', id: grant.id },
        actor: { type: 'user', id: user.id, session_id: user.sessionId },
        organization_id: user.organizationId,
        reason,
        details: { client_id: clientId, consent_id: grant.consent_id, scopes: grant.scopes.sort() },
      });
    }
    return grant?.id ?? null;
  }
}
