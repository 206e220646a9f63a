import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, Matches } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { trueOrFalse } from '../../../common/validation/transforms.js';
import { ACKNOWLEDGEMENT_STATUSES, type AcknowledgementStatus } from './assignment-types.js';

/** Filters of lists of acknowledgements. All given filters must match. */
export class ListAcknowledgementsQuery extends PageQuery {
  @ApiProperty({ enum: ACKNOWLEDGEMENT_STATUSES, enumName: 'AcknowledgementStatus', required: false })
  @IfPresent()
  @IsIn(ACKNOWLEDGEMENT_STATUSES)
  status?: AcknowledgementStatus;

  /** True selects pending ones whose due date has passed, false all others. */
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  overdue?: boolean;
}

export class SignAcknowledgementRequest {
  /** Hash of the file that the reader read: `content_sha256` of the acknowledgement. */
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' })
  @Matches(/^[0-9a-f]{64}$/, { message: 'must be a SHA-256 hash in lowercase hexadecimal' })
  content_sha256: string;
}

const EVIDENCE_FORMATS = ['json', 'pdf'] as const;
export type EvidenceFormat = (typeof EVIDENCE_FORMATS)[number];

export class EvidenceQuery {
  /** Takes precedence over the header `Accept`. */
  @ApiProperty({ enum: EVIDENCE_FORMATS, required: false })
  @IfPresent()
  @IsIn(EVIDENCE_FORMATS)
  format?: EvidenceFormat;
}
