import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { WebhookQueueRepository } from '../deliveries/webhook-queue.repository.js';
import { WebhookEventRepository } from '../events/webhook-event.repository.js';
import type { CreateWebhookRequest, UpdateWebhookRequest } from './dto/webhook.request.js';
import { EndpointSwitch } from './endpoint-switch.service.js';
import { WEBHOOK_SECRETS, type WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository, type EndpointRow } from './webhook-endpoint.repository.js';
import { webhookUrlIssue } from './webhook-url.js';

export interface MadeEndpoint {
  endpoint: EndpointRow;
  secret: string;
}

/** Maximum endpoints of an organization. */
const MAX_ENDPOINTS = 20;
const CHANGEABLE = ['url', 'description', 'events', 'format', 'enabled'] as const;

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

@Injectable()
export class WebhookEndpointService {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queues: WebhookQueueRepository,
    private readonly events: WebhookEventRepository,
    private readonly power: EndpointSwitch,
    private readonly secrets: Secrets,
    private readonly audit: AuditTrail,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
    private readonly outbound: OutboundHttp,
  ) {}

  /** Newest first. */
  list({ organizationId }: Principal, query: PageQuery): Promise<Page<EndpointRow>> {
    return this.paginator.page('webhooks', query, (afterId, rowCount) =>
      this.endpoints.list(organizationId, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get({ organizationId }: Principal, id: string): Promise<EndpointRow> {
    const endpoint = await this.endpoints.find(organizationId, id);
    if (!endpoint) throw AppError.notFound('webhook');
    return endpoint;
  }

  /** {@link get} for an enabled endpoint. @throws AppError NOT_FOUND, CONFLICT (webhook_disabled) */
  async getEnabled(principal: Principal, id: string): Promise<EndpointRow> {
    const endpoint = await this.get(principal, id);
    if (!endpoint.enabled) throw AppError.conflict('webhook_disabled', 'The webhook is disabled: enable it first');
    return endpoint;
  }

  /** @throws AppError INVALID_REQUEST for an URL that is not allowed; CONFLICT (too_many_webhooks) */
  create({ organizationId, userId }: Principal, request: CreateWebhookRequest): Promise<MadeEndpoint> {
    this.requireUrl(request.url);
    const secret = makeWebhookSecret();
    const now = new Date();
    const { url, events, format, enabled } = request;
    const endpoint: WebhookEndpoint = {
      id: newId('webhook'),
      organization_id: organizationId,
      url,
      description: request.description ?? null,
      events,
      format,
      enabled,
      disabled_reason: enabled ? null : 'manual',
      disabled_at: enabled ? null : now,
      sealed_secret: this.seal(secret),
      sealed_previous_secret: null,
      previous_secret_until: null,
      created_by: userId,
      row_version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
    return this.db.transaction(async () => {
      await this.record('created', endpoint, { origin: originOf(url), events, format, enabled });
      await this.db.beforeCommit('webhooks', () => this.insert(endpoint));
      return { endpoint: { ...endpoint, failing_since: null }, secret };
    });
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED if `ifMatch` is stale, INVALID_REQUEST as in {@link create} */
  update(
    principal: Principal,
    id: string,
    request: UpdateWebhookRequest,
    ifMatch: string | null,
  ): Promise<EndpointRow> {
    if (request.url !== undefined) this.requireUrl(request.url);
    return this.db.transaction(async () => {
      const endpoint = await this.lock(principal, id);
      requireMatch(ifMatch, endpoint.row_version);
      const changed = CHANGEABLE.filter(
        (field) => request[field] !== undefined && !isDeepStrictEqual(request[field], endpoint[field]),
      );
      if (changed.length === 0) return endpoint;
      const { url = endpoint.url, events = endpoint.events, enabled = endpoint.enabled } = request;
      const { format = endpoint.format } = request;
      const description = request.description === undefined ? endpoint.description : request.description;
      const disabled_reason = enabled ? null : (endpoint.disabled_reason ?? 'manual');
      const wanted: EndpointRow = { ...endpoint, url, events, format, enabled, description, disabled_reason };
      await this.endpoints.update(wanted);
      const facts = {
        url: { origin: originOf(url) },
        events: { events },
        format: { format },
        enabled: { enabled },
        description: {},
      };
      const details: object[] = changed.map((field) => facts[field]);
      await this.record('updated', endpoint, Object.assign({ changed }, ...details) as object);
      const isAnew = enabled && (changed.includes('url') || changed.includes('enabled'));
      // Waits for events that chose their endpoints before the change.
      if (changed.includes('events'))
        await this.db.beforeCommit('webhooks', () => this.events.lockOrganization(endpoint.organization_id));
      if (isAnew) await this.power.restart(wanted);
      else if (changed.includes('enabled')) await this.power.halt(wanted);
      const updated = await this.get(principal, id);
      return isAnew ? { ...updated, failing_since: null } : updated;
    });
  }

  /** The current secret stays valid for `graceSeconds`, an older one becomes invalid. @throws AppError NOT_FOUND */
  rotateSecret(principal: Principal, id: string, graceSeconds: number): Promise<MadeEndpoint> {
    return this.db.transaction(async () => {
      const endpoint = await this.lock(principal, id);
      const secret = makeWebhookSecret();
      await this.endpoints.rotate(id, this.seal(secret), graceSeconds);
      await this.record('secret_rotated', endpoint, { grace_period_seconds: graceSeconds });
      return { endpoint: await this.get(principal, id), secret };
    });
  }

  /** Deletes the endpoint with its queue and log. @throws AppError NOT_FOUND */
  async delete(principal: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const endpoint = await this.lock(principal, id);
      await this.record('deleted', endpoint, { origin: originOf(endpoint.url) });
      await this.db.beforeCommit('webhooks', async () => {
        await this.events.lockOrganization(endpoint.organization_id);
        await this.queues.delete(id);
        await this.endpoints.delete(id);
      });
    });
  }

  /** Under the organization's lock, so that parallel requests cannot exceed the limit. */
  private async insert(endpoint: WebhookEndpoint): Promise<void> {
    await this.events.lockOrganization(endpoint.organization_id);
    if ((await this.endpoints.count(endpoint.organization_id)) >= MAX_ENDPOINTS) {
      throw AppError.conflict('too_many_webhooks', `An organization has at most ${MAX_ENDPOINTS} webhooks`);
    }
    await this.endpoints.insert(endpoint);
    await this.queues.create(endpoint.id);
  }

  private async lock({ organizationId }: Principal, id: string): Promise<EndpointRow> {
    const endpoint = await this.endpoints.lock(id, organizationId);
    if (!endpoint) throw AppError.notFound('webhook');
    return endpoint;
  }

  private requireUrl(url: string): void {
    const issue = webhookUrlIssue(url, this.outbound);
    if (issue !== null) throw AppError.invalid([{ field: 'url', issue }]);
  }

  private seal(secret: string): Buffer {
    return this.secrets.encrypt(Buffer.from(secret), WEBHOOK_SECRETS);
  }

  private record(
    act: string,
    { id, organization_id }: { id: string; organization_id: string },
    details: object,
  ): Promise<void> {
    const target = { type: 'webhook', id };
    return this.audit.record({ action: `webhook.${act}`, target, details: { ...details }, organization_id });
  }
}

/** Without path and query, which may hold a secret. */
function originOf(url: string): string {
  return new URL(url).origin;
}

/** A new signing secret of Standard Webhooks: `whsec_` and random bytes in base64. */
function makeWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
