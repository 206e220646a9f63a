import { ApiProperty } from '@nestjs/swagger';
import { formatSection } from '../../../common/section-path.js';
import { DocumentResponse } from '../../documents/dto/document.response.js';
import { NoticeResponse } from '../../documents/dto/page.response.js';
import type { RankedDocument, RankedMatch } from '../search.types.js';
import { snippetOf, type QueryTerms } from '../snippet.js';
import { ChangeNoticeResponse, DuplicateResponse } from './hit.response.js';

/** A page that matched, by its best passage, shortened. */
export class MatchResponse {
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Headings above the passage. */
  section: string;
  /** Verbatim piece of the page. */
  snippet: string;
  /** `[start, end)` of what matches in `snippet`. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } })
  highlights: [number, number][];
  /** 0–100: how surely the least sure number of the passage was read from a picture; null where the text is the file's own. */
  @ApiProperty({ type: Number, nullable: true })
  ocr_confidence: number | null;
  /** WARNINGs and CAUTIONs that govern the passage, verbatim. */
  warnings: NoticeResponse[];
  /** Which aircraft the revision applies to, in the publisher's words. */
  @ApiProperty({ type: String, nullable: true })
  effectivity: string | null;
  /** Effectivity statements in force somewhere in the passage, the widest first. */
  applies_to: string[];
  /** Whether another revision has taken the place of this one. */
  superseded: boolean;
  /** Near-duplicates on other pages and in other documents, which are not listed by themselves. */
  duplicates: DuplicateResponse[];

  static of(
    { match, duplicates }: RankedMatch,
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
      warnings: match.notices.map(({ kind, text }) => ({ kind, text })),
      effectivity: revision.effectivity,
      applies_to: match.applies_to,
      superseded: revision.superseded,
      duplicates: duplicates.map((place) => DuplicateResponse.from(place)),
    };
  }
}

/** A document that matched, as the matching revision shows it. */
export class SearchResultResponse extends DocumentResponse {
  /** For comparison within one answer only. */
  score: number;
  /** Whether another revision has taken the place of this one. */
  superseded: boolean;
  /** The best pages, best first, each once. */
  matches: MatchResponse[];
  /** Further pages with hits, best first. */
  @ApiProperty({ type: [Number] })
  other_pages: number[];
  /** Newer bulletins and directives that may change what was found, the surest first; at most five. */
  notices_of_change: ChangeNoticeResponse[];

  static of(result: RankedDocument, terms: QueryTerms): SearchResultResponse {
    const { document, score, matches, other_pages, notices_of_change } = result;
    const { effectivity, status } = document.revision;
    const revision = { effectivity, superseded: status === 'superseded' };
    return {
      ...DocumentResponse.from(document),
      score,
      superseded: revision.superseded,
      matches: matches.map((match) => MatchResponse.of(match, terms, revision)),
      other_pages,
      notices_of_change: notices_of_change.map((notice) => ChangeNoticeResponse.from(notice)),
    };
  }
}
