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
import type { Role } from '../../../common/principal/permissions.js';
import { COPILOT_TYPES, type CopilotType } from '../../../common/copilot-types.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../../common/document-types.js';
import { IsHundredths } from '../../../common/validation/hundredths.decorator.js';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { SYNONYM_LIMITS } from '@amks/language/synonyms/synonym-entry.js';
import type { MfaPolicy } from '../settings.repository.js';
import {
  ANSWER_CONFIDENCE,
  API_KEY_MAX_DAYS,
  AUDIT_RETENTION,
  CHAT_RETENTION,
  MAX_SYNONYMS,
  MFA_POLICIES,
  MFA_ROLES,
  REFRESH_TOKEN_EXPIRY,
} from './settings-values.js';

/** Missing fields stay unchanged. */
export class UpdateRetentionRequest {
  /** Days that audit events are kept. */
  @ApiProperty({ type: 'integer', ...AUDIT_RETENTION, required: false })
  @IfPresent()
  @IsInt()
  @Min(AUDIT_RETENTION.minimum)
  @Max(AUDIT_RETENTION.maximum)
  audit_days?: number;

  /** Days that a conversation is kept after its last use; null for no limit. */
  @ApiProperty({ type: 'integer', ...CHAT_RETENTION, nullable: true, required: false })
  @IfPresentOrNull()
  @IsInt()
  @Min(CHAT_RETENTION.minimum)
  @Max(CHAT_RETENTION.maximum)
  chat_days?: number | null;
}

export class UpdateSettingsRequest {
  /** Lifetime of access tokens in seconds. Issued tokens keep theirs. */
  @ApiProperty({ type: 'integer', minimum: 60, maximum: 86_400, required: false })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(86_400)
  session_timeout?: number;

  /**
   * Seconds from login to the end of a session, at least `session_timeout`. A longer value applies to new sessions
   * only, a shorter one also to open sessions at their next refresh.
   */
  @ApiProperty({ type: 'integer', ...REFRESH_TOKEN_EXPIRY, required: false })
  @IfPresent()
  @IsInt()
  @Min(REFRESH_TOKEN_EXPIRY.minimum)
  @Max(REFRESH_TOKEN_EXPIRY.maximum)
  refresh_token_expiry?: number;

  /**
   * Maximum open sessions of a user. A lower value takes effect at the user's next login, which ends the excess
   * sessions.
   */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, required: false })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  max_concurrent_sessions?: number;

  /** Seconds of inactivity after which a session ends. Applies to open sessions at once. */
  @ApiProperty({ type: 'integer', minimum: 60, maximum: 86_400, required: false })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(86_400)
  idle_timeout?: number;

  /** Maximum lifetime of a new or renewed API key in days. Existing keys keep theirs. */
  @ApiProperty({ type: 'integer', ...API_KEY_MAX_DAYS, required: false })
  @IfPresent()
  @IsInt()
  @Min(API_KEY_MAX_DAYS.minimum)
  @Max(API_KEY_MAX_DAYS.maximum)
  api_key_max_days?: number;

  /**
   * `optional`: users may enroll a second factor. `required`: users in `mfa_required_roles` must enroll one before
   * anything else, from their next request on. `off`: nobody can enroll one; accounts that have one still need it, so
   * that no account becomes weaker.
   */
  @ApiProperty({ enum: MFA_POLICIES, enumName: 'MfaPolicy', required: false })
  @IfPresent()
  @IsIn(MFA_POLICIES)
  mfa_policy?: MfaPolicy;

  /** Roles to which `required` applies; empty for all. Has no effect under other policies. */
  @ApiProperty({ enum: MFA_ROLES, isArray: true, required: false })
  @IfPresent()
  @IsArray()
  @ArrayUnique()
  @IsIn(MFA_ROLES, { each: true })
  mfa_required_roles?: Role[];

  /**
   * All entries, with at least two alternatives each: `MLG, main landing gear` works in both directions, `MLG =>
   * landing gear` in one. They override the built-in synonyms and apply from the next search on.
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

  /** Retention periods. Older data is removed permanently within hours after a period was shortened. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => UpdateRetentionRequest)
  retention?: UpdateRetentionRequest;

  /** Copilots that users can ask, at least one. Conversations with others can be read only. */
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType', isArray: true, minItems: 1, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(COPILOT_TYPES, { each: true })
  copilots_enabled?: CopilotType[];

  /** Types of new documents, at least one. Documents of other types stay searchable and accept new revisions. */
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'DocumentType', isArray: true, minItems: 1, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(DOCUMENT_TYPES, { each: true })
  document_types?: DocumentType[];

  /**
   * Confidence from which a quoted answer is given. A higher value refuses more questions and gives fewer wrong answers.
   * Applies from the next question on.
   */
  @ApiProperty({ type: Number, ...ANSWER_CONFIDENCE, required: false })
  @IfPresent()
  @IsHundredths()
  @Min(ANSWER_CONFIDENCE.minimum)
  @Max(ANSWER_CONFIDENCE.maximum)
  answer_min_confidence?: number;
}

function eachTrimmed({ value }: TransformFnParams): unknown {
  return Array.isArray(value) ? value.map((line: unknown) => (typeof line === 'string' ? line.trim() : line)) : value;
}
