import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';
import { WebhookEventRepository } from '../events/webhook-event.repository.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

const KEPT_DAYS = 30;
/** Rows deleted at a time, to limit locks. */
const ROWS = 5_000;

/** Deletes old events and deliveries, fails deliveries that waited too long, and cleans up after deleted endpoints. */
@Injectable()
export class WebhookRetention {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly events: WebhookEventRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queues: WebhookQueueRepository,
    private readonly db: Database,
  ) {}

  async run(): Promise<void> {
    await untilNone(() => this.deliveries.deleteOfDeletedEndpoints(ROWS));
    await this.endpoints.deleteRemains();
    for (const id of await this.deliveries.listOverdueEndpoints(KEPT_DAYS)) {
      await untilNone(() => this.giveUp(id));
    }
    await untilNone(() => this.deliveries.deleteFinished(KEPT_DAYS, ROWS));
    await untilNone(() => this.deliveries.deleteAttempts(KEPT_DAYS, ROWS));
    await untilNone(() => this.events.deleteOld(KEPT_DAYS, ROWS));
  }

  private giveUp(endpointId: string): Promise<number> {
    return this.db.transaction(async () => {
      if (!(await this.queues.lock(endpointId))) return 0;
      const count = await this.deliveries.failOverdue(endpointId, KEPT_DAYS, ROWS);
      await this.queues.wake(endpointId);
      return count;
    });
  }
}

async function untilNone(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === ROWS);
}
