import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { WebhookQueueRepository } from '../deliveries/webhook-queue.repository.js';
import { WebhookEventRepository } from '../events/webhook-event.repository.js';
import { WebhookEvents } from '../events/webhook-events.service.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository, type EndpointRow } from './webhook-endpoint.repository.js';

/** Enables and disables endpoints. Waiting deliveries are kept. */
@Injectable()
export class EndpointSwitch {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queues: WebhookQueueRepository,
    private readonly eventRows: WebhookEventRepository,
    private readonly events: WebhookEvents,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * Audited, and published to other endpoints. An open transaction must not hold a lock of the endpoint's queue.
   * @returns the endpoint before, or null if it was off or deleted
   */
  disable(id: string, reason: Exclude<DisabledReason, 'manual'>): Promise<EndpointRow | null> {
    return this.db.transaction(async () => {
      const endpoint = await this.endpoints.lock(id);
      if (!endpoint?.enabled) return null;
      await this.endpoints.disable(id, reason);
      const { organization_id } = endpoint;
      const target = { type: 'webhook', id };
      const actor = { type: 'system' } as const;
      await this.audit.record({ action: 'webhook.disabled', target, reason, organization_id, actor });
      await this.halt({ ...endpoint, disabled_reason: reason });
      return endpoint;
    });
  }

  /** Waiting deliveries are due at once. Call it in the transaction that enables the endpoint or changes its URL. */
  restart({ id, organization_id }: EndpointRow): Promise<void> {
    return this.db.beforeCommit('webhooks', async () => {
      await this.eventRows.lockOrganization(organization_id);
      await this.queues.restart(id);
    });
  }

  /** Stops deliveries and notifies the other endpoints. Call it in the transaction that disables the endpoint. */
  async halt({ id, organization_id, disabled_reason }: EndpointRow): Promise<void> {
    await this.db.beforeCommit('webhooks', async () => {
      await this.eventRows.lockOrganization(organization_id);
      await this.queues.halt(id);
    });
    const data = { webhook_id: id, reason: disabled_reason };
    await this.events.record(organization_id, 'webhook.endpoint_disabled', data);
  }
}
