import { ApiProperty } from '@nestjs/swagger';
import { WEBHOOK_EVENT_NAMES } from '../../events/event-types.js';

export class SimulatedEventResponse {
  /** `webhook-id` of the deliveries. */
  id: string;
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName' })
  event: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: Record<string, unknown>;
}
