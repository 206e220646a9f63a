import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../../common/validation/date.decorators.js';
import { AreEventTypes } from '../../endpoints/dto/webhook.request.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../events/event-types.js';
import { DELIVERY_STATES, type DeliveryState } from '../webhook-delivery.entity.js';

/** Filters of the list of deliveries. All given filters must match. */
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
  /** Start of the period. Events are kept for 30 days. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  from: string;

  /** End of the period, exclusive; later than `from`. */
  @ApiProperty({ format: 'date-time' })
  @IsTimestamp()
  to: string;

  /** Event types; defaults to those of the endpoint. */
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true, required: false })
  @IfPresent()
  @AreEventTypes()
  events?: WebhookEventName[];
}
