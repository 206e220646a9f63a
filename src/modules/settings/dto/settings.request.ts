import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import type { Role } from '../../../common/auth/permissions.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { SYNONYM_LIMITS } from '../../../integrations/search-index/query/synonym-entry.js';
import type { MfaPolicy } from '../settings.repository.js';
import { MAX_SYNONYMS, MFA_POLICIES, MFA_ROLES } from './settings-values.js';

/** In seconds. */
const YEAR = 31_536_000;

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
  @ApiProperty({ type: 'integer', minimum: 300, maximum: YEAR, required: false })
  @IfPresent()
  @IsInt()
  @Min(300)
  @Max(YEAR)
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

  /**
   * `optional`: who wants a second factor may have one. `required`: who is in `mfa_required_roles` must; those without one
   * can do nothing but enrol from their next request on. `off`: nobody can enrol one; accounts that have one go on being
   * asked for it, so that switching the policy weakens no account.
   */
  @ApiProperty({ enum: MFA_POLICIES, required: false })
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
}

function eachTrimmed({ value }: TransformFnParams): unknown {
  return Array.isArray(value) ? value.map((line: unknown) => (typeof line === 'string' ? line.trim() : line)) : value;
}
