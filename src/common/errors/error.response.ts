import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ERROR_CODES } from './error-codes.js';

/** `meta` of every response. */
export class MetaResponse {
  @ApiProperty({ format: 'date-time', description: 'When the response was made, ISO 8601 UTC' })
  timestamp: string;

  @ApiProperty({ description: 'Quote it to support; also in the X-Request-ID header' })
  request_id: string;

  @ApiProperty({ required: false, type: [String], description: 'What was done only in part, and why' })
  warnings?: string[];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'With X-Debug: true, for system.settings',
  })
  debug?: Record<string, unknown>;
}

export class ErrorBody {
  @ApiProperty({ enum: Object.keys(ERROR_CODES), enumName: 'ErrorCode' })
  code: string;

  @ApiProperty({ description: 'For people; may change' })
  message: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Depends on the code' })
  details: Record<string, unknown>;
}

/** The error envelope (spec part 7). */
export class ErrorEnvelope {
  @ApiProperty({ enum: [false] })
  success: boolean;

  @ApiProperty()
  error: ErrorBody;

  @ApiProperty()
  meta: MetaResponse;
}
