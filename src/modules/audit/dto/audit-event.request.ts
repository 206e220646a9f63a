import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../common/validation/date.decorators.js';
import type { AuditResult } from '../audit-event.entity.js';

export const AUDIT_RESULTS = ['success', 'failure'] as const;

/** Filters of audit events, combined with AND. */
export class ListAuditEventsQuery extends PageQuery {
  /** An action, such as `auth.login`, or a group, such as `auth.*`. */
  @IfPresent()
  @Matches(/^[a-z0-9_]+(\.[a-z0-9_]+)*(\.\*)?$/, {
    message: 'must be an action such as auth.login, or a group such as auth.*',
  })
  @MaxLength(100)
  action?: string;

  /** Id of the user who acted, directly or with an API key. */
  @IfPresent()
  @Matches(/^user_[0-7][0-9a-hjkmnp-tv-z]{25}$/, { message: 'must be the id of a user' })
  actor_id?: string;

  /** Id of the target. */
  @IfPresent()
  @Matches(/^[a-z_]{1,40}_[0-7][0-9a-hjkmnp-tv-z]{25}$/, { message: 'must be an id' })
  target_id?: string;

  /** Type of the target, such as `user` or `api_key`. */
  @IfPresent()
  @Matches(/^[a-z_]{1,40}$/, { message: 'must be a type such as user' })
  target_type?: string;

  @ApiProperty({ enum: AUDIT_RESULTS, required: false })
  @IfPresent()
  @IsIn(AUDIT_RESULTS)
  result?: AuditResult;

  @ApiProperty({ type: String, format: 'date-time', required: false, description: 'Start time, inclusive' })
  @IfPresent()
  @IsTimestamp()
  since?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false, description: 'End time, exclusive' })
  @IfPresent()
  @IsTimestamp()
  until?: string;
}
