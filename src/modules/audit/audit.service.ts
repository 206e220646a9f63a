import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { currentContext, warnClient } from '../../common/http/request-context.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditChains, type GatheredEvent } from './audit-chains.js';
import type { ActorType, AuditResult } from './audit-event.entity.js';
import { AuditRepository, type AuditEventRow } from './audit.repository.js';
import type { ListAuditEventsQuery } from './dto/audit-event.request.js';

/** Who acted: `id` is the user, for an API key its owner. */
export interface AuditActor {
  type: ActorType;
  id?: string | null;
  session_id?: string | null;
  api_key_id?: string | null;
}

/** A security-relevant act. Never secrets, e-mail addresses, names or phone numbers in any of it. */
export interface AuditAct {
  /** Dotted name, such as `auth.login` or `user.role_changed`. */
  action: string;
  /** What it was done to: kind and id, such as `{type: 'user', id: 'user_…'}`. */
  target?: { type: string; id: string };
  /** `success` unless said otherwise. */
  result?: AuditResult;
  /** Why it failed, or why it was done, as a short code. */
  reason?: string;
  /** Further facts, as JSON can hold them. */
  details?: Record<string, unknown>;
  /** The caller of the request, unless said otherwise; `anonymous` for one without credentials, `system` outside of requests. */
  actor?: AuditActor;
  /** Whose trail it belongs to: the caller's organization unless said otherwise; null for the installation. */
  organization_id?: string | null;
}

/** The audit trail: what happened, for those who must be able to prove it. */
@Injectable()
export class AuditTrail {
  /** What open transactions have gathered so far. */
  private readonly gathered = new WeakMap<object, GatheredEvent[]>();

  constructor(
    private readonly chains: AuditChains,
    private readonly heads: AuditChainRepository,
    private readonly events: AuditRepository,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  /** Events of the caller's organization, newest first. Where the list ends, the client is told what came before it. */
  async list({ organizationId }: Principal, query: ListAuditEventsQuery): Promise<Page<AuditEventRow>> {
    const page = await this.db.onReplica(() =>
      this.paginator.page('audit-events', query, (afterId, rowCount) =>
        this.events.list(organizationId, query, afterId, rowCount),
      ),
    );
    if (page.pagination.has_more) return page;
    const removed = await this.events.lastRemoved(organizationId);
    if (removed > 0) warnClient(`Events up to number ${removed} were removed for their age, as the settings say.`);
    return page;
  }

  /**
   * Records an act with the open transaction, so that there is neither an act without its record nor the other way
   * round; without a transaction in one of its own. A failure that throws must therefore be recorded outside of the
   * transaction that it rolls back.
   */
  record(act: AuditAct): Promise<void> {
    const event = eventOf(act);
    return this.db.transaction(async () => {
      const { transaction } = this.heads;
      const others = this.gathered.get(transaction);
      if (others) {
        others.push(event);
        return;
      }
      const events = [event];
      this.gathered.set(transaction, events);
      await this.db.beforeCommit('audit trail', () => {
        this.gathered.delete(transaction);
        return this.chains.append(events);
      });
    });
  }

  /** Removes the trail of an organization that is deleted, some events in a transaction. That it was, the installation's own trail says. */
  async forget(organizationId: string): Promise<void> {
    while (await this.db.transaction(() => this.heads.deleteSome(organizationId)));
  }
}

function eventOf(act: AuditAct): GatheredEvent {
  const context = currentContext();
  const principal = context?.principal ?? null;
  const actor = act.actor ?? (principal ? actorOf(principal) : { type: context ? 'anonymous' : 'system' });
  return {
    organization_id: act.organization_id === undefined ? (principal?.organizationId ?? null) : act.organization_id,
    action: act.action,
    result: act.result ?? 'success',
    reason: act.reason ?? null,
    actor_type: actor.type,
    actor_id: actor.id ?? null,
    session_id: actor.session_id ?? null,
    api_key_id: actor.api_key_id ?? null,
    target_type: act.target?.type ?? null,
    target_id: act.target?.id ?? null,
    ip: context?.ip ?? null,
    user_agent: context?.userAgent ?? null,
    request_id: context?.requestId ?? null,
    // As it will come back from the database: dates as texts, nothing undefined.
    details: JSON.parse(JSON.stringify({ ...act.details, ...viaClient(principal) })) as Record<string, unknown>,
    occurred_at: new Date(),
  };
}

/** The OAuth client by which the user acted, if one did. */
function viaClient(principal: Principal | null): { oauth_client_id?: string } {
  return principal?.credential.type === 'oauth' ? { oauth_client_id: principal.credential.clientId } : {};
}

function actorOf({ userId, credential }: Principal): AuditActor {
  return credential.type === 'api_key'
    ? { type: 'api_key', id: userId, api_key_id: credential.apiKeyId }
    : { type: 'user', id: userId, session_id: credential.sessionId };
}
