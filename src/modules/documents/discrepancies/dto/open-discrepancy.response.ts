import { ApiProperty } from '@nestjs/swagger';
import type { OpenDiscrepancy } from '../open-discrepancy.repository.js';
import {
  DISCREPANCY_KINDS,
  DISCREPANCY_SEVERITIES,
  OPEN_STATUSES,
  type DiscrepancyKind,
  type DiscrepancySeverity,
  type OpenStatus,
} from './discrepancy-kinds.js';

/** An open discrepancy report on the page. Do not rely on the quoted text without checking it. */
export class OpenDiscrepancyResponse {
  id: string;
  @ApiProperty({ enum: DISCREPANCY_KINDS, enumName: 'DiscrepancyKind' })
  kind: DiscrepancyKind;
  @ApiProperty({ enum: DISCREPANCY_SEVERITIES, enumName: 'DiscrepancySeverity' })
  severity: DiscrepancySeverity;
  @ApiProperty({ enum: OPEN_STATUSES, enumName: 'OpenDiscrepancyStatus' })
  status: OpenStatus;
  /** The text that the report is about. */
  quote: string;
  /** Offsets of the quote in the text of the page; null if it begins or ends within a word. */
  @ApiProperty({ type: 'integer', nullable: true })
  start: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  end: number | null;
  /** In the words of the reporter. */
  description: string;
  /** What to do until the data is corrected, approved by two people; null without one. */
  @ApiProperty({ type: String, nullable: true })
  interim_instruction: string | null;

  static from(open: OpenDiscrepancy): OpenDiscrepancyResponse {
    const { id, kind, severity, status, quote, start, end, description, interim_instruction } = open;
    return { id, kind, severity, status, quote, start, end, description, interim_instruction };
  }
}
