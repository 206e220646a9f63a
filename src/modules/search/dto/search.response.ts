import { ApiProperty } from '@nestjs/swagger';
import { DocumentResponse } from '../../documents/dto/document.response.js';
import { NoticeResponse } from '../../documents/dto/page.response.js';
import type { FoundPassage } from '../search.repository.js';
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
  /** WARNINGs and CAUTIONs that govern the passage, verbatim. */
  warnings: NoticeResponse[];

  static from({ passage }: RankedPassage, terms: ReadonlySet<string>): MatchResponse {
    const snippet = snippetOf(passage.text, terms);
    return {
      page_number: passage.page_number,
      section: sectionOf(passage),
      snippet: snippet.text,
      highlights: snippet.highlights,
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
export class PassageResponse {
  /** Rank, from 1. */
  @ApiProperty({ type: 'integer' })
  index: number;
  document_id: string;
  revision_id: string;
  title: string;
  version: string;
  @ApiProperty({ type: String, format: 'date', nullable: true })
  revision_date: string | null;
  document_type: string;
  aircraft_type: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  section: string;
  /** The passage, verbatim. */
  quote: string;
  /** Offset of the quote's first character in the text of its page. */
  @ApiProperty({ type: 'integer' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
  content_sha256: string;
  superseded: boolean;
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
      section: sectionOf(passage),
      quote: passage.text,
      start: passage.start_offset,
      end: passage.end_offset,
      content_sha256: passage.content_sha256,
      superseded: passage.superseded,
      score,
      highlights: highlightsOf(passage.text, terms),
      warnings: noticesOf(passage),
    };
  }
}

export function sectionOf(passage: FoundPassage): string {
  return passage.section.join(' › ');
}

function noticesOf(passage: FoundPassage): NoticeResponse[] {
  return passage.notices.map(({ kind, text }) => ({ kind, text }));
}
