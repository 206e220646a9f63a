import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../common/validation/is-timestamp.js';
import type { AuditResult } from '../audit-event.entity.js';

export const AUDIT_RESULTS = ['success', 'failure'] as const;

/** Filters of the list of audit events; together they narrow. */
export class ListAuditEventsQuery extends PageQuery {
  /** One action, such as `auth.login`, or all of a group, as `auth.*`. */
  @IfPresent()
  @Matches(/^[a-z0-9_]+(\.[a-z0-9_]+)*(\.\*)?$/, {
    message: 'must be an action such as auth.login, or a group as auth.*',
  })
  @MaxLength(100)
  action?: string;

  /** Id of the user who acted, in person or by an API key. */
  @IfPresent()
  @Matches(/^user_[0-7][0-9a-hjkmnp-tv-z]{25}$/, { message: 'must be the id of a user' })
  actor_id?: string;

  /** Id of what it was done to. */
  @IfPresent()
  @Matches(/^[a-z_]{1,40}_[0-7][0-9a-hjkmnp-tv-z]{25}$/, { message: 'must be an id' })
  target_id?: string;

  /** Kind of what it was done to, such as `user` or `api_key`. */
  @IfPresent()
  @Matches(/^[a-z_]{1,40}$/, { message: 'must be a kind of object such as user' })
  target_type?: string;

  @ApiProperty({ enum: AUDIT_RESULTS, required: false })
  @IfPresent()
  @IsIn(AUDIT_RESULTS)
  result?: AuditResult;

  @ApiProperty({ type: String, format: 'date-time', required: false, description: 'From this moment on' })
  @IfPresent()
  @IsTimestamp()
  since?: string;

  @ApiProperty({ type: String, format: 'date-time', required: false, description: 'Before this moment' })
  @IfPresent()
  @IsTimestamp()
  until?: string;
}
