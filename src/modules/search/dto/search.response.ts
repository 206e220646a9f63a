import { ApiProperty } from '@nestjs/swagger';
import { formatSection } from '@amks/language/text/section-path.js';
import { VERDICTS, type Verdict } from '../../applicability/dto/verdicts.js';
import { DocumentResponse } from '../../documents/dto/document.response.js';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import { TemporaryRevisionMarkResponse } from '../../documents/temporary-revisions/dto/temporary-revision-mark.response.js';
import { isOutlived, noticesInForce } from '../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import { NoticeResponse } from '../../documents/dto/page.response.js';
import type { Judged, RankedDocument, RankedMatch } from '../search.types.js';
import { snippetOf, type QueryTerms } from '../snippet.js';
import { ChangeNoticeResponse, DuplicateResponse } from './hit.response.js';

const COMPLETION_KINDS = ['title', 'document_number', 'heading', 'part_number'] as const;

/** A page that matched, with an excerpt of its best passage. */
export class MatchResponse {
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Headings above the passage. */
  section: string;
  /** Verbatim excerpt of the page. */
  snippet: string;
  /** Matches in `snippet`, as `[start, end)`. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } })
  highlights: [number, number][];
  /** OCR confidence of the least certain number in the passage, 0–100; null if the text comes from the file itself. */
  @ApiProperty({ type: Number, nullable: true })
  ocr_confidence: number | null;
  /** WARNINGs and CAUTIONs that govern the passage, verbatim. */
  warnings: NoticeResponse[];
  /** Up to ten open discrepancy reports on the page. */
  discrepancies: OpenDiscrepancyResponse[];
  /** Up to ten temporary revisions that change the page, or to which it belongs. */
  temporary_revisions: TemporaryRevisionMarkResponse[];
  /** The aircraft to which the revision applies, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  /** Effectivity statements that apply within the passage, widest first. */
  applies_to: string[];
  /** Whether the passage applies to the aircraft that was named; null without one. */
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict', nullable: true })
  applicability: Verdict | null;
  /** Whether another revision has replaced this one, or the page belongs to a temporary revision that has ended. */
  superseded: boolean;
  /** Near-duplicates on other pages and in other documents, which are not listed separately. */
  duplicates: DuplicateResponse[];

  static of(
    { match, duplicates, applicability }: Judged<RankedMatch>,
    terms: QueryTerms,
    revision: { effectivity: string | null; superseded: boolean },
  ): MatchResponse {
    const snippet = snippetOf(match.text, terms);
    return {
      page_number: match.page_number,
      section: formatSection(match.section),
      snippet: snippet.text,
      highlights: snippet.highlights,
      ocr_confidence: match.ocr_confidence,
      warnings: noticesInForce(match).map(({ kind, text }) => ({ kind, text })),
      discrepancies: match.discrepancies.map((open) => OpenDiscrepancyResponse.from(open)),
      temporary_revisions: TemporaryRevisionMarkResponse.listOf(match.temporary_revisions),
      effectivity: revision.effectivity,
      applies_to: match.in_force.map(({ value }) => value),
      applicability,
      superseded: revision.superseded || isOutlived(match.temporary_revisions),
      duplicates: duplicates.map((place) => DuplicateResponse.from(place)),
    };
  }
}

/** A document that matched, with the revision that matched. */
export class SearchResultResponse extends DocumentResponse {
  /** Comparable within one response only. */
  score: number;
  /** Whether another revision has replaced this one. */
  superseded: boolean;
  /** Whether the best page applies to the aircraft that was named; null without one. */
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict', nullable: true })
  applicability: Verdict | null;
  /** The best pages, best first. */
  matches: MatchResponse[];
  /** Further pages with hits, best first. */
  @ApiProperty({ type: [Number] })
  other_pages: number[];
  /** Up to five newer bulletins and directives that may change the text, surest first. */
  notices_of_change: ChangeNoticeResponse[];

  static of(result: Judged<RankedDocument>, terms: QueryTerms): SearchResultResponse {
    const { document, score, applicability, matches, other_pages, notices_of_change } = result;
    const { effectivity, status } = document.revision;
    const revision = { effectivity, superseded: status === 'superseded' };
    return {
      ...DocumentResponse.from(document),
      score,
      superseded: revision.superseded,
      applicability,
      matches: matches.map((match) => MatchResponse.of(match, terms, revision)),
      other_pages,
      notices_of_change: notices_of_change.map((notice) => ChangeNoticeResponse.from(notice)),
    };
  }
}

/** A completion, and the document that contains it. */
export class CompletionResponse {
  text: string;
  @ApiProperty({ enum: COMPLETION_KINDS })
  kind: (typeof COMPLETION_KINDS)[number];
  document_id: string;
  /** The first page that contains it; null for a title or document number. */
  @ApiProperty({ type: 'integer', nullable: true })
  page_number: number | null;

  static from({ text, kind, document_id, page_number }: CompletionResponse): CompletionResponse {
    return { text, kind, document_id, page_number };
  }
}
