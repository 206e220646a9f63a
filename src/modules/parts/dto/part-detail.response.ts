import { ApiProperty } from '@nestjs/swagger';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import { RectangleResponse } from '../../documents/dto/page.response.js';
import type { PartPlaceRow, PartStatementRow } from '../part-rows.repository.js';
import type { FoundPart, FoundStatement } from '../part.service.js';
import { isContradicted, SUPERSESSION_STATUSES, type SupersessionStatus } from '../supersession.js';
import { PartResponse } from './part.response.js';

const INTERCHANGEABILITIES = ['two_way', 'one_way', 'alternate', 'none'] as const;
/** Statements of one list. */
const MAX_SHOWN = 500;
type Interchangeability = (typeof INTERCHANGEABILITIES)[number];

/** A row of a parts list, in short. */
export class PartPlaceResponse {
  part_id: string;
  document_id: string;
  document_title: string;
  revision_id: string;
  version: string;
  @ApiProperty({ type: String, nullable: true })
  ata_chapter: string | null;
  @ApiProperty({ type: String, nullable: true })
  figure: string | null;
  @ApiProperty({ type: String, nullable: true })
  figure_title: string | null;
  @ApiProperty({ type: String, nullable: true })
  item: string | null;
  @ApiProperty({ type: String, nullable: true })
  part_number: string | null;
  @ApiProperty({ type: String, nullable: true })
  nomenclature: string | null;
  @ApiProperty({ type: String, nullable: true })
  quantity: string | null;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  @ApiProperty({ type: String, nullable: true, description: 'CAGE code of the vendor' })
  vendor_code: string | null;
  /** Part numbers of its next higher assembly. */
  next_higher_assemblies: string[];
  /** Temporary revisions because of which the page must not be used. */
  temporary_revisions: string[];
  /** Open discrepancy reports on the page. */
  discrepancies: OpenDiscrepancyResponse[];

  static from(place: PartPlaceRow): PartPlaceResponse {
    const { document_id, document_title, revision_id, version, ata_chapter, figure, figure_title, item } = place;
    const { nomenclature, quantity, page_number, assemblies } = place;
    return {
      ...{ part_id: place.id, document_id, document_title, revision_id, version, ata_chapter, figure, figure_title },
      ...{ item, part_number: place.number, nomenclature, quantity, page_number, next_higher_assemblies: assemblies },
      ...{ vendor_code: place.vendor, temporary_revisions: place.temporary_revisions },
      discrepancies: place.discrepancies.map((one) => OpenDiscrepancyResponse.from(one)),
    };
  }
}

/** Another part number, with the row that names it. */
export class RelatedPartResponse {
  part_number: string;
  /** All words of the row, verbatim. */
  text: string;
  /** The words about the two part numbers. */
  statement: string;
  /** What follows the statement or precedes it, as printed: a bulletin, serial numbers or other words that limit it. */
  @ApiProperty({ type: String, nullable: true })
  condition: string | null;
  /** CAGE code of the vendor in the row that makes the statement. */
  @ApiProperty({ type: String, nullable: true })
  vendor_code: string | null;
  /** Row that makes the statement. */
  part_id: string;
  document_id: string;
  document_title: string;
  revision_id: string;
  version: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  @ApiProperty({ type: 'integer', description: 'Offset in `text` of the page' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
  /** Temporary revisions because of which the page must not be used. */
  temporary_revisions: string[];
  /** Open discrepancy reports on the page. */
  discrepancies: OpenDiscrepancyResponse[];

  static from(row: PartStatementRow, code: string): RelatedPartResponse {
    const {
      row_text: text,
      text: statement,
      condition,
      part_id,
      document_id,
      document_title,
      revision_id,
      version,
      page_number,
    } = row;
    return {
      ...{ part_number: row.one === code ? row.other : row.one, text, statement, condition, part_id },
      ...{ document_id, document_title, revision_id, version, page_number },
      ...{ start: row.start_offset, end: row.end_offset, temporary_revisions: row.temporary_revisions },
      vendor_code: row.vendor,
      discrepancies: row.discrepancies.map((one) => OpenDiscrepancyResponse.from(one)),
    };
  }
}

export class InterchangeablePartResponse extends RelatedPartResponse {
  /** `one_way`: one can be used for the other, but not the opposite. `none`: a row says that they are not interchangeable. */
  @ApiProperty({ enum: INTERCHANGEABILITIES, enumName: 'Interchangeability' })
  interchangeability: Interchangeability;
  /** Whether the other part can be used for this one; null if the row does not tell, depends on a condition, is contradicted, or can be about the same number of another vendor. */
  @ApiProperty({ type: Boolean, nullable: true })
  can_replace: boolean | null;
  /** Whether other rows say the opposite. */
  contradictory: boolean;
}

/** What comes after a part number. */
export class SupersessionResponse {
  /**
   * `none_stated`: no statement was found in documents that you can see and that are read. `conditional`: what replaces it depends on the
   * conditions of the statements, or another row says that the two are not interchangeable. `contradictory`: replacements lead back in a circle. `undetermined`: more than twelve replacements in a row,
   * a temporary revision changes the page of the part or of a statement, words about a replacement are not understood as a whole,
   * an alternative of its item has only a symbol such as `OW`, or several vendors have the number and the statement is not of the same one.
   */
  @ApiProperty({ enum: SUPERSESSION_STATUSES, enumName: 'SupersessionStatus' })
  status: SupersessionStatus;
  /** The last part numbers; several if rows differ. Empty unless `superseded`. */
  latest: string[];
  /** The part numbers that replace each other in a circle. */
  circle: string[];
}

/** The row on its page, to mark it on the image of the page. */
export class PartRegionResponse {
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** In points; null if unknown. */
  @ApiProperty({ type: Number, nullable: true })
  width: number | null;
  @ApiProperty({ type: Number, nullable: true })
  height: number | null;
  /** Of the row's cells; empty if unknown. */
  @ApiProperty({ type: () => [RectangleResponse] })
  rectangles: RectangleResponse[];
}

/** A row of a parts list with everything that current documents say of its part number. */
export class PartDetailResponse extends PartResponse {
  region: PartRegionResponse;
  next_higher_assemblies: PartPlaceResponse[];
  supersession: SupersessionResponse;
  /** Statements that another part replaces this one, each once for a document, up to 500; with `used_on`, without those of rows that do not apply. */
  replacements: RelatedPartResponse[];
  /** Statements that this part replaces another one. */
  replaces: RelatedPartResponse[];
  interchangeable_with: InterchangeablePartResponse[];
  /** The first 100 rows with the part number in current documents; `GET /parts?number=` has all. */
  where_used: PartPlaceResponse[];

  static override from(found: FoundPart): PartDetailResponse {
    const { part, statements, supersession, assemblies, places, page, rectangles } = found;
    const code = part.number_code ?? '';
    const related = (some: PartStatementRow[]) => some.map((row) => RelatedPartResponse.from(row, code));
    const isReplacement = ({ kind }: PartStatementRow): boolean => kind === 'supersession';
    return {
      ...PartResponse.from(found),
      region: { page_number: part.page_number, width: page.width, height: page.height, rectangles },
      next_higher_assemblies: assemblies.map((one) => PartPlaceResponse.from(one)),
      supersession,
      replacements: related(statements.filter((row) => isReplacement(row) && row.one === code)).slice(0, MAX_SHOWN),
      replaces: related(statements.filter((row) => isReplacement(row) && row.other === code)).slice(0, MAX_SHOWN),
      interchangeable_with: statements
        .filter((row) => row.kind in INTERCHANGEABILITY && (row.one === code || row.other === code))
        .map((row) => ({
          ...RelatedPartResponse.from(row, code),
          interchangeability: INTERCHANGEABILITY[row.kind as keyof typeof INTERCHANGEABILITY],
          can_replace: canReplace(row, code, isContradicted(row, statements)),
          contradictory: isContradicted(row, statements),
        })),
      where_used: places.map((one) => PartPlaceResponse.from(one)),
    };
  }
}

const INTERCHANGEABILITY: Record<Exclude<PartStatementRow['kind'], 'supersession' | 'unclear'>, Interchangeability> = {
  interchangeable: 'two_way',
  one_way: 'one_way',
  alternate: 'alternate',
  not_interchangeable: 'none',
};

function canReplace(row: FoundStatement, code: string, isDenied: boolean): boolean | null {
  const { kind, one, condition, temporary_revisions: changes } = row;
  const isOpen = condition !== null || row.is_limited || row.is_open || changes.length > 0;
  if (kind === 'alternate' || isDenied || isOpen) return null;
  return kind === 'interchangeable' || (kind === 'one_way' && one === code);
}
