import { ApiProperty } from '@nestjs/swagger';
import { withRowEtag } from '../../../../common/http/envelope.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventType } from '../../events/event-types.js';
import {
  DISABLED_REASONS,
  WEBHOOK_FORMATS,
  type DisabledReason,
  type WebhookFormat,
} from '../webhook-endpoint.entity.js';
import type { EndpointRow } from '../webhook-endpoint.repository.js';
import type { MadeEndpoint } from '../webhook-endpoint.service.js';

export class WebhookResponse {
  id: string;
  url: string;
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true })
  events: string[];
  @ApiProperty({ enum: WEBHOOK_FORMATS, enumName: 'WebhookFormat' })
  format: WebhookFormat;
  enabled: boolean;
  /**
   * `manual`: by an administrator; `gone`: the endpoint answered 410; `failing`: every attempt failed for three days.
   */
  @ApiProperty({ enum: DISABLED_REASONS, nullable: true })
  disabled_reason: DisabledReason | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  disabled_at: string | null;
  /** Start of the current series of failures; null if the last attempt succeeded. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  failing_since: string | null;
  /** When the replaced secret expires; null without one. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  previous_secret_until: string | null;
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from(endpoint: EndpointRow): WebhookResponse {
    return withRowEtag(
      {
        id: endpoint.id,
        url: endpoint.url,
        description: endpoint.description,
        events: endpoint.events,
        format: endpoint.format,
        enabled: endpoint.enabled,
        disabled_reason: endpoint.disabled_reason,
        disabled_at: endpoint.disabled_at?.toISOString() ?? null,
        failing_since: endpoint.failing_since?.toISOString() ?? null,
        previous_secret_until: endpoint.previous_secret_until?.toISOString() ?? null,
        created_by: endpoint.created_by,
        created_at: endpoint.created_at.toISOString(),
        updated_at: endpoint.updated_at.toISOString(),
      },
      endpoint.row_version,
    );
  }
}

export class CreatedWebhookResponse extends WebhookResponse {
  /** Secret that signs requests (Standard Webhooks). It is shown only once. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' })
  secret: string;

  static of({ endpoint, secret }: MadeEndpoint): CreatedWebhookResponse {
    return { ...WebhookResponse.from(endpoint), secret };
  }
}

export class WebhookEventTypeResponse implements WebhookEventType {
  name: string;
  description: string;
  /** Example of `data` in the body. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  example: Readonly<Record<string, unknown>>;
}
