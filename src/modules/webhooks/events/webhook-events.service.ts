import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { newId } from '../../../common/ids/type-id.js';
import { WebhookQueueRepository } from '../deliveries/webhook-queue.repository.js';
import type { WebhookEventName } from './event-types.js';
import { WebhookEventRepository } from './webhook-event.repository.js';

/** Keeps what happens for those who are to be told of it. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly events: WebhookEventRepository,
    private readonly queues: WebhookQueueRepository,
    private readonly db: Database,
  ) {}

  /**
   * Records an event with the open transaction, and a delivery of it for each endpoint that is told of its type: both are
   * there when the change is committed, and neither when it is rolled back. Written last in it, under a lock of the
   * organization, so that its endpoints are told of changes in the order in which they were committed.
   *
   * @param data as the catalogue describes it for the type: ids and codes alone
   * @param commentId that it tells of, if any
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
      // Also where nobody is told: who registers later has it replayed in this order.
      await this.events.lockOrganization(organizationId);
      const endpointIds = await this.events.listSubscribed(organizationId, type);
      await this.events.insert(event);
      if (endpointIds.length === 0) return;
      await this.queues.append(
        endpointIds.map((endpoint_id) => ({ id: newId('webhook_delivery'), endpoint_id, event_id: event.id })),
      );
    });
  }

  /** Withdraws what was recorded of a comment that turns private: who was not told of it yet will not be. */
  withdrawComment(organizationId: string, commentId: string): Promise<void> {
    return this.db.beforeCommit('webhooks', async () => {
      await this.events.lockOrganization(organizationId);
      await this.queues.cancelEvents(await this.events.withdraw(organizationId, commentId));
    });
  }
}
