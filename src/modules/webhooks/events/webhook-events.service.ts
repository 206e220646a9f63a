import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import { WebhookQueueRepository } from '../deliveries/webhook-queue.repository.js';
import type { WebhookEventName } from './event-types.js';
import { WebhookEventRepository } from './webhook-event.repository.js';

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
  ): Promise<void> {
    return this.db.beforeCommit('webhooks', async () => {
      const event = {
        id: newId('webhook_event'),
        organization_id: organizationId,
        type,
        data,
        comment_id: commentId,
      };
      await this.events.lockForEvent(organizationId, type);
      await this.events.publish(event, newId('webhook_delivery'));
    });
  }

  /** Withdraws undelivered events of a comment that turns private. */
  withdrawComment(organizationId: string, commentId: string): Promise<void> {
    return this.db.beforeCommit('webhooks', async () => {
      await this.events.lockOrganization(organizationId);
      await this.queues.cancelEvents(await this.events.withdraw(organizationId, commentId));
    });
  }
}
