import { ApiProperty } from '@nestjs/swagger';
import { DecidedStatementResponse } from '../../applicability/dto/applicability.response.js';
import { VERDICT_REASONS, VERDICTS, type Verdict, type VerdictReason } from '../../applicability/dto/verdicts.js';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import type { ListedPart } from '../part.service.js';

/** Whether a part applies to the aircraft of the request, with the statements that decide. */
export class PartVerdictResponse {
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict' })
  verdict: Verdict;
  /** Why the verdict is unknown; `decided` otherwise. */
  @ApiProperty({ enum: VERDICT_REASONS, enumName: 'VerdictReason' })
  reason: VerdictReason;
  statements: DecidedStatementResponse[];
}

/** A row of a parts list. What the reader did not understand is null; `text` has all words. */
export class PartResponse {
  id: string;
  document_id: string;
  document_title: string;
  @ApiProperty({ type: String, nullable: true })
  document_number: string | null;
  document_type: string;
  aircraft_type: string;
  revision_id: string;
  version: string;
  @ApiProperty({ type: String, nullable: true })
  ata_chapter: string | null;
  @ApiProperty({ type: String, nullable: true })
  figure: string | null;
  @ApiProperty({ type: String, nullable: true })
  figure_title: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Page of the illustration; null if a temporary revision changes it',
  })
  figure_page_number: number | null;
  @ApiProperty({ type: String, nullable: true })
  item: string | null;
  /** Whether the row says that the item is not illustrated. */
  not_illustrated: boolean;
  @ApiProperty({ type: String, nullable: true })
  part_number: string | null;
  @ApiProperty({ type: String, nullable: true })
  nomenclature: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Depth of the assembly, 1 for that of the figure' })
  indenture: number | null;
  /** As printed, for the next higher assembly: `2`, `AR` (as required), `REF`. */
  @ApiProperty({ type: String, nullable: true })
  quantity: string | null;
  /** Whether the part attaches the one above it. */
  attaching_part: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'CAGE code of the vendor' })
  vendor_code: string | null;
  @ApiProperty({ type: String, nullable: true })
  vendor_name: string | null;
  @ApiProperty({ type: String, nullable: true })
  stock_number: string | null;
  /** As printed in the row: a code, or a range. */
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  @ApiProperty({ type: String, nullable: true })
  usage_code: string | null;
  /** Part numbers that replace it without a condition, by current documents. The statements are in the part itself. */
  replaced_by: string[];
  /** Temporary revisions that change the page, or to which it belongs without being in force. The row must not be used then. */
  temporary_revisions: string[];
  /** Open discrepancy reports on the page. */
  discrepancies: OpenDiscrepancyResponse[];
  /** Verbatim. */
  text: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  @ApiProperty({ type: 'integer', description: 'Offset in `text` of the page' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
  /** Null unless `used_on` is given. */
  @ApiProperty({ type: PartVerdictResponse, nullable: true })
  applicability: PartVerdictResponse | null;

  static from({ part, verdict }: ListedPart): PartResponse {
    const { id, document_id, document_title, document_number, document_type, aircraft_type, revision_id } = part;
    const { version, ata_chapter, figure, figure_title, item, not_illustrated, nomenclature, indenture } = part;
    const { quantity, vendor_name, stock_number, effectivity, usage_code, replaced_by, text, page_number } = part;
    const isChanged = part.figure_page !== null && part.changed_pages.includes(part.figure_page);
    return {
      ...{ id, document_id, document_title, document_number, document_type, aircraft_type, revision_id, version },
      ...{
        ata_chapter,
        figure,
        figure_title,
        figure_page_number: isChanged ? null : part.figure_page,
        item,
        not_illustrated,
      },
      ...{ part_number: part.number, nomenclature, indenture, quantity, attaching_part: part.attaching },
      ...{ vendor_code: part.vendor, vendor_name, stock_number, effectivity, usage_code, replaced_by, text },
      ...{ page_number, start: part.start_offset, end: part.end_offset, applicability: verdict },
      temporary_revisions: part.temporary_revisions,
      discrepancies: part.discrepancies.map((one) => OpenDiscrepancyResponse.from(one)),
    };
  }
}
