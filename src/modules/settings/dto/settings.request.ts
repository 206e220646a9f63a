import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type, type TransformFnParams } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { Role } from '../../../common/auth/permissions.js';
import { COPILOT_TYPES, type CopilotType } from '../../../common/copilot-types.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { SYNONYM_LIMITS } from '../../../integrations/search-index/query/synonym-entry.js';
import type { MfaPolicy } from '../settings.repository.js';
import {
  API_KEY_MAX_DAYS,
  AUDIT_RETENTION,
  CHAT_RETENTION,
  MAX_SYNONYMS,
  MFA_POLICIES,
  MFA_ROLES,
  REFRESH_TOKEN_EXPIRY,
} from './settings-values.js';

/** What is left out stays as it is. */
export class UpdateRetentionRequest {
  /** Days that events of the audit trail are kept. */
  @ApiProperty({ type: 'integer', ...AUDIT_RETENTION, required: false })
  @IfPresent()
  @IsInt()
  @Min(AUDIT_RETENTION.minimum)
  @Max(AUDIT_RETENTION.maximum)
  audit_days?: number;

  /** Days that a conversation is kept after it was last used; null for ever. */
  @ApiProperty({ type: 'integer', ...CHAT_RETENTION, nullable: true, required: false })
  @IfPresentOrNull()
  @IsInt()
  @Min(CHAT_RETENTION.minimum)
  @Max(CHAT_RETENTION.maximum)
  chat_days?: number | null;
}

export class UpdateSettingsRequest {
  /** Seconds that an access token lives; tokens issued already keep their time. */
  @ApiProperty({ type: 'integer', minimum: 60, maximum: 86_400, required: false })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(86_400)
  session_timeout?: number;

  /**
   * Seconds from login to the end of a session, at least `session_timeout`. A longer time holds for sessions that start
   * from now on, a shorter one also for open ones, when they are refreshed.
   */
  @ApiProperty({ type: 'integer', ...REFRESH_TOKEN_EXPIRY, required: false })
  @IfPresent()
  @IsInt()
  @Min(REFRESH_TOKEN_EXPIRY.minimum)
  @Max(REFRESH_TOKEN_EXPIRY.maximum)
  refresh_token_expiry?: number;

  /** Open sessions a user. A lower number takes effect at the user's next login, which ends the sessions beyond it. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, required: false })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  max_concurrent_sessions?: number;

  /** Seconds without a request after which a session is over; holds for open sessions at once. */
  @ApiProperty({ type: 'integer', minimum: 60, maximum: 86_400, required: false })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(86_400)
  idle_timeout?: number;

  /** Days that a new or renewed API key works at most. A lower number shortens no key that there is. */
  @ApiProperty({ type: 'integer', ...API_KEY_MAX_DAYS, required: false })
  @IfPresent()
  @IsInt()
  @Min(API_KEY_MAX_DAYS.minimum)
  @Max(API_KEY_MAX_DAYS.maximum)
  api_key_max_days?: number;

  /**
   * `optional`: who wants a second factor may have one. `required`: who is in `mfa_required_roles` must; those without one
   * can do nothing but enrol from their next request on. `off`: nobody can enrol one; accounts that have one go on being
   * asked for it, so that switching the policy weakens no account.
   */
  @ApiProperty({ enum: MFA_POLICIES, enumName: 'MfaPolicy', required: false })
  @IfPresent()
  @IsIn(MFA_POLICIES)
  mfa_policy?: MfaPolicy;

  /** Whom `required` means; empty is everybody. Kept, without effect, under other policies. */
  @ApiProperty({ enum: MFA_ROLES, isArray: true, required: false })
  @IfPresent()
  @IsArray()
  @ArrayUnique()
  @IsIn(MFA_ROLES, { each: true })
  mfa_required_roles?: Role[];

  /**
   * All entries, each with two alternatives at least: `MLG, main landing gear` searches for each where the other is asked
   * for, `MLG => landing gear` only for what stands right. They win over the built-in abbreviations and synonyms, and hold
   * from the next search on.
   */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', maxLength: SYNONYM_LIMITS.characters },
    maxItems: MAX_SYNONYMS,
    uniqueItems: true,
    required: false,
  })
  @IfPresent()
  @Transform(eachTrimmed)
  @IsArray()
  @ArrayMaxSize(MAX_SYNONYMS)
  @ArrayUnique()
  @IsString({ each: true })
  search_synonyms?: string[];

  /** How long the past is kept. What is older than a shorter time is removed within the next hours, for good. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => UpdateRetentionRequest)
  retention?: UpdateRetentionRequest;

  /** The copilots that may be asked, one at least. Conversations with others can be read, and take no more questions. */
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType', isArray: true, minItems: 1, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(COPILOT_TYPES, { each: true })
  copilots_enabled?: CopilotType[];

  /** What new documents may be, one type at least. Documents of other types stay, are found, and take new revisions. */
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', isArray: true, minItems: 1, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(DOCUMENT_TYPES, { each: true })
  document_types?: DocumentType[];
}

function eachTrimmed({ value }: TransformFnParams): unknown {
  return Array.isArray(value) ? value.map((line: unknown) => (typeof line === 'string' ? line.trim() : line)) : value;
}
