import { ApiProperty } from '@nestjs/swagger';
import { WEBHOOK_EVENT_NAMES } from '../../events/event-types.js';

export class EventResponse {
  id: string;
  organization_id: string;
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName' })
  event: string;
  /** As in the examples of `GET /webhooks/event-types`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: Record<string, unknown>;
  /** When it happened. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;
  /** False in a sandbox. */
  livemode: boolean;
  /** JSON Web Signature (RFC 7515) of the other fields and `iss`, verifiable with `/.well-known/jwks.json`. */
  signature: string;
}
