import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { Secrets } from '../../common/crypto/secrets.js';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids/type-id.js';
import { currentContext, warnClient } from '../../common/context/request-context.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import type { ActorType, AuditResult } from './audit-event.entity.js';
import type { RecordedEvent } from './audit-hash.js';
import { RECORD } from './audit-seal.js';
import { AuditRepository, type AuditEventRow } from './audit.repository.js';
import type { ListAuditEventsQuery } from './dto/audit-event.request.js';
import { UnsealedEventRepository } from './sealing/unsealed-event.repository.js';

/** `id` is the user; for an API key its owner. */
export interface AuditActor {
  type: ActorType;
  id?: string | null;
  session_id?: string | null;
  api_key_id?: string | null;
}

/** A security-relevant action. Must not contain secrets, email addresses, names or phone numbers. */
export interface AuditAct {
  /** Dotted name, such as `auth.login` or `user.role_changed`. */
  action: string;
  /** Such as `{type: 'user', id: 'user_…'}`. */
  target?: { type: string; id: string };
  /** Defaults to `success`. */
  result?: AuditResult;
  /** Short code of the cause of a failure or the reason of an action. */
  reason?: string;
  /** JSON. */
  details?: Record<string, unknown>;
  /** Defaults to the caller; `anonymous` without credentials, `system` outside requests. */
  actor?: AuditActor;
  /** Defaults to the caller's organization; null for the installation. */
  organization_id?: string | null;
}

@Injectable()
export class AuditTrail {
  constructor(
    private readonly unsealed: UnsealedEventRepository,
    private readonly heads: AuditChainRepository,
    private readonly events: AuditRepository,
    private readonly paginator: KeysetPaginator,
    private readonly secrets: Secrets,
    private readonly db: Database,
  ) {}

  /** Newest first. The end of the list states which events retention has deleted. */
  async list({ organizationId }: Principal, query: ListAuditEventsQuery): Promise<Page<AuditEventRow>> {
    const page = await this.db.onReplica(() =>
      this.paginator.page('audit-events', query, (afterId, rowCount) =>
        this.events.list(organizationId, query, afterId, rowCount),
      ),
    );
    if (page.pagination.has_more) return page;
    const removed = await this.events.lastRemoved(organizationId);
    if (removed > 0) warnClient(`Events up to number ${removed} were deleted after their retention period.`);
    return page;
  }

  /** @throws AppError NOT_FOUND */
  async get({ organizationId }: Principal, id: string): Promise<AuditEventRow> {
    const event = await this.events.find(organizationId, id);
    if (!event) throw AppError.notFound('audit_event');
    return event;
  }

  /** Records an action atomically with the open transaction. Record a failure that rolls back outside of the transaction. */
  async record(act: AuditAct): Promise<void> {
    const event = eventOf(act);
    await this.unsealed.insert(event, RECORD.seal(event, this.secrets));
  }

  /** Deletes a deleted organization's trail. The installation's trail records the deletion. */
  async forget(organizationId: string): Promise<void> {
    while (await this.db.transaction(() => this.heads.deleteSome(organizationId)));
  }
}

function eventOf(act: AuditAct): RecordedEvent {
  const context = currentContext();
  const principal = context?.principal ?? null;
  const actor = act.actor ?? (principal ? actorOf(principal) : { type: context ? 'anonymous' : 'system' });
  return {
    id: newId('audit_event'),
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
    // As read from the database: dates as text, no undefined values.
    details: JSON.parse(JSON.stringify({ ...act.details, ...viaClient(principal) })) as Record<string, unknown>,
    occurred_at: new Date(),
  };
}

function viaClient(principal: Principal | null): { oauth_client_id?: string } {
  if (principal?.credential.type === 'oauth') return { oauth_client_id: principal.credential.clientId };
  return principal?.credential.type === 'session' && principal.credential.console ? { oauth_client_id: 'console' } : {};
}

function actorOf({ userId, credential }: Principal): AuditActor {
  return credential.type === 'api_key'
    ? { type: 'api_key', id: userId, api_key_id: credential.apiKeyId }
    : { type: 'user', id: userId, session_id: credential.sessionId };
}
