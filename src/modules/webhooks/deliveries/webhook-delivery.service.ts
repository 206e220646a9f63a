import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { Page } from '../../../common/pagination/page.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { WebhookEndpointService } from '../endpoints/webhook-endpoint.service.js';
import { WebhookEventRepository } from '../events/webhook-event.repository.js';
import type { ListDeliveriesQuery, ReplayRequest } from './dto/delivery.request.js';
import type { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDeliveryRepository, type DeliveryRow } from './webhook-delivery.repository.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

export interface DeliveryLog {
  delivery: DeliveryRow;
  attempts: WebhookAttempt[];
}

const MAX_ATTEMPTS_SHOWN = 50;
const MAX_REPLAYED = 10_000;
/** Maximum waiting deliveries of an endpoint when a replay adds more. */
const MAX_WAITING = 20_000;

/** Lists deliveries of an endpoint, and changes them on request. */
@Injectable()
export class WebhookDeliveryService {
  constructor(
    private readonly endpoints: WebhookEndpointService,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly queues: WebhookQueueRepository,
    private readonly events: WebhookEventRepository,
    private readonly audit: AuditTrail,
    private readonly paginator: KeysetPaginator,
    private readonly db: Database,
  ) {}

  /** Newest first. @throws AppError NOT_FOUND */
  async list(principal: Principal, webhookId: string, query: ListDeliveriesQuery): Promise<Page<DeliveryRow>> {
    await this.endpoints.get(principal, webhookId);
    return this.paginator.page(`deliveries of ${webhookId}`, query, (afterId, rowCount) =>
      this.deliveries.list(webhookId, query, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, webhookId: string, id: string): Promise<DeliveryLog> {
    const delivery = await this.find(principal, webhookId, id);
    return { delivery, attempts: await this.deliveries.listAttempts(id, MAX_ATTEMPTS_SHOWN) };
  }

  /**
   * Attempts a delivery in any state, after earlier and before later ones. On failure the schedule continues, unless it had ended.
   * @throws AppError NOT_FOUND, CONFLICT (webhook_disabled, event_withdrawn)
   */
  async retry(principal: Principal, webhookId: string, id: string): Promise<DeliveryRow> {
    await this.endpoints.getEnabled(principal, webhookId);
    await this.find(principal, webhookId, id);
    await this.change(principal, webhookId, 'delivery_retried', { delivery_id: id }, async () => {
      if (await this.deliveries.retry(id)) return;
      await this.find(principal, webhookId, id);
      throw AppError.conflict('event_withdrawn', 'The comment of this event is now private');
    });
    return this.find(principal, webhookId, id);
  }

  /** Later deliveries no longer wait for it. @throws AppError NOT_FOUND, CONFLICT (not_pending) */
  async cancel(principal: Principal, webhookId: string, id: string): Promise<DeliveryRow> {
    await this.find(principal, webhookId, id);
    await this.change(principal, webhookId, 'delivery_cancelled', { delivery_id: id }, async () => {
      if (!(await this.deliveries.cancel(id)))
        throw AppError.conflict('not_pending', 'The delivery is already finished');
    });
    return this.find(principal, webhookId, id);
  }

  /** Sends `webhook.test` to this endpoint only. @throws AppError NOT_FOUND, CONFLICT (webhook_disabled) */
  async test(principal: Principal, webhookId: string): Promise<DeliveryRow> {
    const { organization_id } = await this.endpoints.getEnabled(principal, webhookId);
    const type = 'webhook.test' as const;
    const data = { webhook_id: webhookId };
    const event = { id: newId('webhook_event'), organization_id, type, data, comment_id: null };
    const id = newId('webhook_delivery');
    await this.change(principal, webhookId, 'tested', { delivery_id: id }, async () => {
      await this.events.insert(event);
      await this.queues.append([{ id, endpoint_id: webhookId, event_id: event.id }]);
    });
    const now = new Date();
    return {
      id,
      endpoint_id: webhookId,
      event_id: event.id,
      event: type,
      occurred_at: now,
      state: 'pending',
      attempts: 0,
      last_status: null,
      last_error: null,
      next_attempt_at: now,
      created_at: now,
      finished_at: null,
    };
  }

  /**
   * Delivers the events of a period again, with their ids, after waiting ones. @returns how many
   * @throws AppError NOT_FOUND, INVALID_REQUEST for a period that ends before it begins, CONFLICT (webhook_disabled, queue_full),
   * UNPROCESSABLE (too_many_events)
   */
  replay(principal: Principal, webhookId: string, { from, to, events }: ReplayRequest): Promise<number> {
    if (Date.parse(to) <= Date.parse(from)) throw AppError.invalid([{ field: 'to', issue: 'must be later than from' }]);
    return this.db.transaction(async () => {
      const endpoint = await this.endpoints.getEnabled(principal, webhookId);
      const types = events ?? endpoint.events;
      const ids = await this.events.listIds(principal.organizationId, { from, to, types }, MAX_REPLAYED + 1);
      if (ids.length > MAX_REPLAYED) {
        const message = `At most ${MAX_REPLAYED} events are replayed at once: choose a shorter time`;
        throw new AppError('UNPROCESSABLE', message, { reason: 'too_many_events' });
      }
      const details = { from, to, events: types, replayed: ids.length };
      await this.change(principal, webhookId, 'replayed', details, async () => {
        if ((await this.queues.countWaiting(webhookId, MAX_WAITING + 1)) + ids.length > MAX_WAITING) {
          throw AppError.conflict('queue_full', `At most ${MAX_WAITING} deliveries may wait: let some arrive first`);
        }
        const deliveries = ids.map((event_id) => ({ id: newId('webhook_delivery'), endpoint_id: webhookId, event_id }));
        await this.queues.append(deliveries);
      });
      return ids.length;
    });
  }

  /** Runs `act` under the locks of the organization's webhooks and the endpoint's queue, audits it and wakes the queue. */
  private change(
    { organizationId }: Principal,
    webhookId: string,
    act: string,
    details: Record<string, unknown>,
    work: () => Promise<void>,
  ): Promise<void> {
    return this.db.transaction(async () => {
      await this.audit.record({ action: `webhook.${act}`, target: { type: 'webhook', id: webhookId }, details });
      await this.db.beforeCommit('webhooks', async () => {
        await this.events.lockOrganization(organizationId);
        if (!(await this.queues.lock(webhookId))) throw AppError.notFound('webhook');
        await work();
        await this.queues.wake(webhookId);
      });
    });
  }

  private async find(principal: Principal, webhookId: string, id: string): Promise<DeliveryRow> {
    await this.endpoints.get(principal, webhookId);
    const delivery = await this.deliveries.find(webhookId, id);
    if (!delivery) throw AppError.notFound('webhook_delivery');
    return delivery;
  }
}
