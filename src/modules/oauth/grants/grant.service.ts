import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import { AuditTrail } from '../../audit/audit.service.js';
import type { Scope } from '../scopes.js';
import { GrantRepository, type ListedGrant } from './grant.repository.js';

/** Why a grant ended otherwise than by its user: a theft showed itself, or the client gave it back. */
export type GrantEnd = 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' | 'signed_out';

const SUSPICIOUS: readonly GrantEnd[] = ['code_replayed', 'refresh_token_reused'];

/** What users let clients do, and withdraw. */
@Injectable()
export class GrantService {
  constructor(
    private readonly grants: GrantRepository,
    private readonly audit: AuditTrail,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  /** The caller's grants in open sessions, newest first. */
  list({ userId }: Principal, query: PageQuery): Promise<Page<ListedGrant>> {
    return this.paginator.page('oauth-grants', query, (afterId, rowCount) =>
      this.grants.list(userId, afterId, rowCount),
    );
  }

  /** The user lets the client do this too, in this session. Answers the grant's id; null when there is no such client any more. */
  give(
    user: { id: string; organizationId: string; sessionId: string },
    client: { id: string; firstParty: boolean },
    scopes: readonly Scope[],
  ): Promise<string | null> {
    return this.db.transaction(async () => {
      const grant = await this.grants.give({
        id: newId('oauth_grant'),
        user_id: user.id,
        client_id: client.id,
        session_id: user.sessionId,
        scopes: [...scopes],
      });
      if (grant?.changed) {
        await this.audit.record({
          action: 'oauth.grant_given',
          target: { type: 'oauth_grant', id: grant.id },
          actor: { type: 'user', id: user.id, session_id: user.sessionId },
          organization_id: user.organizationId,
          // Of its own clients the organization decides, and nobody is asked.
          reason: client.firstParty ? 'first_party' : 'consent',
          details: { client_id: client.id, scopes: grant.scopes.sort() },
        });
      }
      return grant?.id ?? null;
    });
  }

  /** The caller withdraws a grant: the next request within it is refused. @throws AppError NOT_FOUND */
  async withdraw({ userId }: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const grant = await this.grants.withdraw(id, userId);
      if (!grant) throw AppError.notFound('oauth_grant');
      await this.audit.record({
        action: 'oauth.grant_withdrawn',
        target: { type: 'oauth_grant', id },
        details: { client_id: grant.client_id },
      });
    });
  }

  /** Ends a grant for another reason, if it is still there. After a theft nobody is named as the actor: it is not known. */
  async end(id: string, reason: GrantEnd): Promise<void> {
    await this.db.transaction(async () => {
      const grant = await this.grants.withdraw(id, null);
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
}
