import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';

export const EXPORT_FORMATS = ['md', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class StreamQuery {
  /** Replaces the header `Last-Event-ID` for clients that cannot send it. The header takes precedence. */
  @IfPresent()
  @IsString()
  @MaxLength(64)
  last_event_id?: string;
}

export class ExportQuery {
  @ApiProperty({ enum: EXPORT_FORMATS, required: false })
  @IfPresent()
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat = 'md';
}
