import { ApiProperty } from '@nestjs/swagger';
import { formatSection } from '@amks/language/text/section-path.js';
import { VERDICTS, type Verdict } from '../../applicability/dto/verdicts.js';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import { TemporaryRevisionMarkResponse } from '../../documents/temporary-revisions/dto/temporary-revision-mark.response.js';
import { isOutlived, noticesInForce } from '../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import { NoticeResponse } from '../../documents/dto/page.response.js';
import type { ChangeNotice, Judged, RankedPassage } from '../search.types.js';
import { highlightsOf, type QueryTerms } from '../snippet.js';
import { QuoteResponse } from './quote.response.js';
import { ChangeNoticeResponse, DuplicateResponse } from './hit.response.js';

/** A passage that matched, as a citation. */
export class PassageResponse extends QuoteResponse {
  /** Comparable within one response only. */
  score: number;
  /** Whether the passage applies to the aircraft that was named; null without one. */
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict', nullable: true })
  applicability: Verdict | null;
  /** Matches in `quote`, as `[start, end)`. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } })
  highlights: [number, number][];
  warnings: NoticeResponse[];
  /** Near-duplicates on other pages and in other documents, which are not listed separately. */
  duplicates: DuplicateResponse[];

  static of(
    { passage, score, duplicates, applicability }: Judged<RankedPassage>,
    index: number,
    { terms, changes }: { terms: QueryTerms; changes: readonly ChangeNotice[] },
  ): PassageResponse {
    return {
      index,
      document_id: passage.document_id,
      revision_id: passage.revision_id,
      title: passage.title,
      version: passage.version,
      revision_date: passage.revision_date,
      document_type: passage.document_type,
      aircraft_type: passage.aircraft_type,
      page_number: passage.page_number,
      section: formatSection(passage.section),
      quote: passage.text,
      start: passage.start_offset,
      end: passage.end_offset,
      content_sha256: passage.content_sha256,
      superseded: passage.superseded || isOutlived(passage.temporary_revisions),
      ocr_confidence: passage.ocr_confidence,
      score,
      applicability,
      highlights: highlightsOf(passage.text, terms),
      warnings: noticesInForce(passage).map(({ kind, text }) => ({ kind, text })),
      effectivity: passage.effectivity,
      applies_to: (passage.facts.effectivity ?? []).map(({ value }) => value),
      duplicates: duplicates.map((place) => DuplicateResponse.from(place)),
      discrepancies: passage.discrepancies.map((open) => OpenDiscrepancyResponse.from(open)),
      temporary_revisions: TemporaryRevisionMarkResponse.listOf(passage.temporary_revisions),
      notices_of_change: changes.map((notice) => ChangeNoticeResponse.from(notice)),
    };
  }
}
