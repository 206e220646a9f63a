import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../../common/validation/is-timestamp.js';
import { AreEventTypes } from '../../endpoints/dto/webhook.request.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../events/event-types.js';
import { DELIVERY_STATES, type DeliveryState } from '../webhook-delivery.entity.js';

/** Filters of the list of deliveries; together they narrow. */
export class ListDeliveriesQuery extends PageQuery {
  @ApiProperty({ enum: DELIVERY_STATES, enumName: 'DeliveryState', required: false })
  @IfPresent()
  @IsIn(DELIVERY_STATES)
  state?: DeliveryState;

  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', required: false })
  @IfPresent()
  @IsIn(WEBHOOK_EVENT_NAMES)
  event?: WebhookEventName;

  @ApiProperty({
    type: String,
    format: 'date-time',
    required: false,
    description: 'Of what happened from this moment on',
  })
  @IfPresent()
  @IsTimestamp()
  from?: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    required: false,
    description: 'Of what happened before this moment',
  })
  @IfPresent()
  @IsTimestamp()
  to?: string;
}

export class ReplayRequest {
  /** From this moment on; events are kept for 30 days. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  from: string;

  /** Before this moment, later than `from`. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  to: string;

  /** Types of events; those that the endpoint is told of when left out. */
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true, required: false })
  @IfPresent()
  @AreEventTypes()
  events?: WebhookEventName[];
}
