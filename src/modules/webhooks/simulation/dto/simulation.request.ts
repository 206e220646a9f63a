import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsObject } from 'class-validator';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../events/event-types.js';

export class SimulateEventRequest {
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName' })
  @IsIn(WEBHOOK_EVENT_NAMES)
  event: WebhookEventName;

  /** Replaces fields of the example in `GET /webhooks/event-types`. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IfPresent()
  @IsObject()
  data?: Record<string, unknown>;
}
