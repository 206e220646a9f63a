import { ApiProperty } from '@nestjs/swagger';
import { formatSection } from '../../../common/section-path.js';
import { DocumentResponse } from '../../documents/dto/document.response.js';
import { NoticeResponse } from '../../documents/dto/page.response.js';
import type { FoundPassage } from '../search.repository.js';
import { CitationResponse } from './citation.response.js';
import type { RankedDocument, RankedPassage } from '../search.service.js';
import { highlightsOf, snippetOf } from '../snippet.js';

/** A passage that matched, shortened. */
export class MatchResponse {
  @ApiProperty({ type: 'integer' })
  page_number: number;
  /** Headings above the passage. */
  section: string;
  /** Verbatim piece of the page. */
  snippet: string;
  /** `[start, end)` of each matching word in `snippet`. */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } })
  highlights: [number, number][];
  /** 0–100: how surely the least sure number of the passage was read from a picture; null where the text is the file's own. */
  @ApiProperty({ type: Number, nullable: true })
  ocr_confidence: number | null;
  /** WARNINGs and CAUTIONs that govern the passage, verbatim. */
  warnings: NoticeResponse[];

  static from({ passage }: RankedPassage, terms: ReadonlySet<string>): MatchResponse {
    const snippet = snippetOf(passage.text, terms);
    return {
      page_number: passage.page_number,
      section: formatSection(passage.section),
      snippet: snippet.text,
      highlights: snippet.highlights,
      ocr_confidence: passage.ocr_confidence,
      warnings: noticesOf(passage),
    };
  }
}

/** A document that matched, as the matching revision shows it. */
export class SearchResultResponse extends DocumentResponse {
  /** For comparison within one answer only. */
  score: number;
  matches: MatchResponse[];

  static of({ document, score, passages }: RankedDocument, terms: ReadonlySet<string>): SearchResultResponse {
    return {
      ...DocumentResponse.from(document),
      score,
      matches: passages.map((passage) => MatchResponse.from(passage, terms)),
    };
  }
}

/** A passage that matched, in the shape of a citation. */
export class PassageResponse extends CitationResponse {
  /** For comparison within one answer only. */
  score: number;
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } })
  highlights: [number, number][];
  warnings: NoticeResponse[];

  static from({ passage, score }: RankedPassage, index: number, terms: ReadonlySet<string>): PassageResponse {
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
      superseded: passage.superseded,
      ocr_confidence: passage.ocr_confidence,
      score,
      highlights: highlightsOf(passage.text, terms),
      warnings: noticesOf(passage),
    };
  }
}

function noticesOf(passage: FoundPassage): NoticeResponse[] {
  return passage.notices.map(({ kind, text }) => ({ kind, text }));
}
