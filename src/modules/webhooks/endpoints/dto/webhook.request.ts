import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { Deprecated } from '../../../../common/deprecation/deprecated.decorator.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed } from '../../../../common/validation/transforms.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../events/event-types.js';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../webhook-endpoint.entity.js';

const MAX_URL = 2048;
const MAX_DESCRIPTION = 500;
/** Seconds that a replaced secret stays valid: one day by default, one week at most. */
const GRACE = { default: 86_400, max: 604_800 };

const IsAddress = (): PropertyDecorator => applyDecorators(Transform(trimmed), IsString(), Length(1, MAX_URL));
const IsGracePeriod = (): PropertyDecorator => applyDecorators(IfPresent(), IsInt(), Min(0), Max(GRACE.max));
const IsDescription = (): PropertyDecorator =>
  applyDecorators(Transform(oneLine), IsString(), Length(0, MAX_DESCRIPTION));

/** Event types, without duplicates. */
export const AreEventTypes = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(WEBHOOK_EVENT_NAMES.length),
    ArrayUnique(),
    IsIn(WEBHOOK_EVENT_NAMES, { each: true }),
  );

export class CreateWebhookRequest {
  /** HTTPS URL on the public internet, without user, password or fragment. */
  @ApiProperty({ example: 'https://example.com/hooks/manuals', maxLength: MAX_URL })
  @IsAddress()
  url: string;

  /** Events to deliver. `GET /webhooks/event-types` lists the types. */
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true })
  @AreEventTypes()
  events: WebhookEventName[];

  /** For administrators. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: MAX_DESCRIPTION })
  @IfPresentOrNull()
  @IsDescription()
  description?: string | null;

  /** `standard`, CloudEvents 1.0, or messages for an incoming webhook of Slack or a workflow of Microsoft Teams. */
  @ApiProperty({ enum: WEBHOOK_FORMATS, enumName: 'WebhookFormat', required: false, default: 'standard' })
  @IfPresent()
  @IsIn(WEBHOOK_FORMATS)
  format: WebhookFormat = 'standard';

  /** Whether events are delivered. */
  @ApiProperty({ type: Boolean, required: false, default: true })
  @IfPresent()
  @IsBoolean()
  enabled: boolean = true;
}

export class UpdateWebhookRequest {
  /** As for a new endpoint. Waiting events go to the new URL. */
  @ApiProperty({ maxLength: MAX_URL, required: false })
  @IfPresent()
  @IsAddress()
  url?: string;

  /** Types of future events. Waiting events are still delivered. */
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true, required: false })
  @IfPresent()
  @AreEventTypes()
  events?: WebhookEventName[];

  /** For administrators. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: MAX_DESCRIPTION })
  @IfPresentOrNull()
  @IsDescription()
  description?: string | null;

  /** Waiting events are delivered in it, too. */
  @ApiProperty({ enum: WEBHOOK_FORMATS, enumName: 'WebhookFormat', required: false })
  @IfPresent()
  @IsIn(WEBHOOK_FORMATS)
  format?: WebhookFormat;

  /** `false` keeps waiting events and drops new ones; `true` delivers waiting events. */
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;
}

export class RotateWebhookSecretRequest {
  /** Seconds that the replaced secret stays valid; 0 invalidates it at once. */
  @ApiProperty({ type: 'integer', required: false, default: GRACE.default, minimum: 0, maximum: GRACE.max })
  @IsGracePeriod()
  grace_period_seconds?: number;

  /** Former name of `grace_period_seconds`, which takes precedence. */
  @ApiProperty({ type: 'integer', required: false, minimum: 0, maximum: GRACE.max })
  @Deprecated('webhook_secret_expire_previous_in')
  @IsGracePeriod()
  expire_previous_in?: number;

  static graceSecondsOf({ grace_period_seconds, expire_previous_in }: RotateWebhookSecretRequest): number {
    return grace_period_seconds ?? expire_previous_in ?? GRACE.default;
  }
}
