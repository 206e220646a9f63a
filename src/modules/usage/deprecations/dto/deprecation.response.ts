import { ApiProperty } from '@nestjs/swagger';
import { DEPRECATIONS, type DeprecationId } from '../../../../common/deprecation/deprecations.js';
import { CALLER_TYPES, type CallerType } from '../../../../integrations/metering/deprecated-call.entity.js';
import { guideUrl } from '../deprecation-names.js';
import type { DeprecatedCallRow } from '../deprecation.repository.js';

export class DeprecatedCallerResponse {
  @ApiProperty({ enum: CALLER_TYPES })
  type: CallerType;
  /** Of the API key, the OAuth client or the user. */
  id: string;
}

export class DeprecatedCallResponse {
  /** Name of the deprecation. */
  @ApiProperty({ example: 'webhook_secret_expire_previous_in' })
  deprecation: string;
  @ApiProperty({ example: 'POST' })
  method: string;
  @ApiProperty({ example: '/webhooks/{id}/rotate-secret' })
  path: string;
  /** The deprecated field of the body or query; null if the whole operation is deprecated. */
  @ApiProperty({ type: String, nullable: true })
  field: string | null;
  @ApiProperty({ format: 'date' })
  deprecated_on: string;
  /** The first day on which it no longer works. */
  @ApiProperty({ format: 'date' })
  sunset_on: string;
  /** What to use instead. */
  successor: string;
  @ApiProperty({ format: 'uri' })
  guide_url: string;
  caller: DeprecatedCallerResponse;
  @ApiProperty({ type: 'integer' })
  calls: number;
  @ApiProperty({ format: 'date-time' })
  first_called_at: string;
  @ApiProperty({ format: 'date-time' })
  last_called_at: string;

  static from(row: DeprecatedCallRow, issuer: string): DeprecatedCallResponse {
    const { method, path, field, since, sunset, successor, guide } = DEPRECATIONS[row.deprecation as DeprecationId];
    return {
      ...{ deprecation: row.deprecation, method, path, field, deprecated_on: since, sunset_on: sunset, successor },
      guide_url: guideUrl(issuer, guide),
      caller: { type: row.caller_type, id: row.caller_id },
      calls: row.calls,
      first_called_at: row.first_called_at.toISOString(),
      last_called_at: row.last_called_at.toISOString(),
    };
  }
}
