import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { WebhookQueueRepository } from '../deliveries/webhook-queue.repository.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventName } from './event-types.js';
import { WebhookEventRepository } from './webhook-event.repository.js';

interface SimulatedEvent {
  id: string;
  event: WebhookEventName;
  data: Record<string, unknown>;
}

@Injectable()
export class WebhookEvents {
  constructor(
    private readonly events: WebhookEventRepository,
    private readonly queues: WebhookQueueRepository,
    private readonly db: Database,
  ) {}

  /**
   * Runs in the open transaction, with a delivery for each subscribed endpoint. Writes at its end under the organization's lock, so
   * deliveries are in commit order.
   */
  record(
    organizationId: string,
    type: WebhookEventName,
    data: Record<string, unknown>,
    commentId: string | null = null,
    id = newId('webhook_event'),
  ): Promise<void> {
    return this.db.beforeCommit('webhooks', async () => {
      const event = {
        id,
        organization_id: organizationId,
        type,
        data,
        comment_id: commentId,
      };
      await this.events.lockForEvent(organizationId, type);
      await this.events.publish(event, newId('webhook_delivery'));
    });
  }

  /**
   * Records an event that did not happen, with the data of the catalog's example; for sandboxes.
   * @param changes of fields that the example has
   * @throws AppError INVALID_REQUEST for other fields
   */
  async simulate(
    organizationId: string,
    type: WebhookEventName,
    changes: Record<string, unknown>,
  ): Promise<SimulatedEvent> {
    const { example = {} } = WEBHOOK_EVENT_TYPES.find(({ name }) => name === type) ?? {};
    const unknown = Object.keys(changes).filter((field) => !Object.hasOwn(example, field));
    if (unknown.length > 0) {
      throw AppError.invalid(unknown.map((field) => ({ field: `data.${field}`, issue: `is not a field of ${type}` })));
    }
    const event = { id: newId('webhook_event'), event: type, data: { ...example, ...changes } };
    await this.db.transaction(() => this.record(organizationId, type, event.data, null, event.id));
    return event;
  }

  /** Withdraws undelivered events of a comment that turns private. */
  withdrawComment(organizationId: string, commentId: string): Promise<void> {
    return this.db.beforeCommit('webhooks', async () => {
      await this.events.lockOrganization(organizationId);
      await this.queues.cancelEvents(await this.events.withdraw(organizationId, commentId));
    });
  }
}
