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
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { oneLine, trimmed } from '../../../../common/validation/trimmed.js';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../events/event-types.js';

const MAX_URL = 2048;
const MAX_DESCRIPTION = 500;
/** How long a replaced secret goes on signing: a day by default, a week at most. Seconds. */
const GRACE = { default: 86_400, max: 604_800 };

const IsAddress = (): PropertyDecorator => applyDecorators(Transform(trimmed), IsString(), Length(1, MAX_URL));
const IsGracePeriod = (): PropertyDecorator => applyDecorators(IfPresent(), IsInt(), Min(0), Max(GRACE.max));
const IsDescription = (): PropertyDecorator =>
  applyDecorators(Transform(oneLine), IsString(), Length(0, MAX_DESCRIPTION));

/** Types of the catalogue, each once. */
export const AreEventTypes = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(WEBHOOK_EVENT_NAMES.length),
    ArrayUnique(),
    IsIn(WEBHOOK_EVENT_NAMES, { each: true }),
  );

export class CreateWebhookRequest {
  /** Where events are posted to: https, without user, password or fragment, on the public internet. */
  @ApiProperty({ example: 'https://example.com/hooks/manuals', maxLength: MAX_URL })
  @IsAddress()
  url: string;

  /** What it is told of; the types are listed by `GET /webhooks/event-types`. */
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true })
  @AreEventTypes()
  events: WebhookEventName[];

  /** For those who keep the endpoints. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: MAX_DESCRIPTION })
  @IfPresentOrNull()
  @IsDescription()
  description?: string | null;

  /** Whether it is told of anything. */
  @ApiProperty({ type: Boolean, required: false, default: true })
  @IfPresent()
  @IsBoolean()
  enabled: boolean = true;
}

export class UpdateWebhookRequest {
  /** As for a new endpoint. What waits goes to the new address. */
  @ApiProperty({ maxLength: MAX_URL, required: false })
  @IfPresent()
  @IsAddress()
  url?: string;

  /** What it is told of from now on; what waits is still delivered. */
  @ApiProperty({ enum: WEBHOOK_EVENT_NAMES, enumName: 'WebhookEventName', isArray: true, required: false })
  @IfPresent()
  @AreEventTypes()
  events?: WebhookEventName[];

  /** For those who keep the endpoints. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: MAX_DESCRIPTION })
  @IfPresentOrNull()
  @IsDescription()
  description?: string | null;

  /** Off: what waits stays, and what happens meanwhile is not queued. On: what waits is delivered. */
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;
}

export class RotateWebhookSecretRequest {
  /** Seconds for which the replaced secret signs as well; 0 ends it at once. */
  @ApiProperty({ type: 'integer', required: false, default: GRACE.default, minimum: 0, maximum: GRACE.max })
  @IsGracePeriod()
  grace_period_seconds?: number;

  /** The former name of `grace_period_seconds`, which takes precedence. */
  @ApiProperty({ type: 'integer', required: false, deprecated: true, minimum: 0, maximum: GRACE.max })
  @IsGracePeriod()
  expire_previous_in?: number;

  static graceSecondsOf({ grace_period_seconds, expire_previous_in }: RotateWebhookSecretRequest): number {
    return grace_period_seconds ?? expire_previous_in ?? GRACE.default;
  }
}
