import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';

export interface ComparedPage {
  page_number: number;
  label: string | null;
  /** SHA-256 of the text of its blocks. */
  hash: string;
}

/** A block of a page, with its offsets in the text of the page. */
export interface PageLine {
  text: string;
  start: number;
  end: number;
}

/** Pages hashed by one statement. */
const BATCH = 500;

@Injectable()
export class ComparisonRepository {
  constructor(private readonly db: Database) {}

  async listPages(revisionId: string): Promise<ComparedPage[]> {
    await this.completeHashes(revisionId);
    return this.db.query<ComparedPage>(
      `SELECT page_number, label, encode(content_hash, 'base64') AS hash FROM pages WHERE revision_id = $1 ORDER BY page_number`,
      [revisionId],
    );
  }

  private async completeHashes(revisionId: string): Promise<void> {
    const statement = `
      UPDATE pages p SET content_hash = page_content_hash(p.blocks)
      FROM (SELECT page_number FROM pages WHERE revision_id = $1 AND content_hash IS NULL
            ORDER BY page_number LIMIT ${BATCH} FOR NO KEY UPDATE) missing
      WHERE p.revision_id = $1 AND p.page_number = missing.page_number RETURNING 1`;
    while ((await this.db.query(statement, [revisionId])).length > 0);
  }

  /** Texts of pages without running headers and footers, in no particular order. */
  listTexts(revisionId: string, pageNumbers: readonly number[]): Promise<{ page_number: number; text: string }[]> {
    return this.db.query(
      `SELECT page_number, array_to_string(ARRAY(SELECT jsonb_path_query(blocks, '$[*].text') #>> '{}'), ' ') AS text
       FROM pages WHERE revision_id = $1 AND page_number = ANY($2)`,
      [revisionId, pageNumbers],
    );
  }

  /** Lines by page number, up to a total number of characters; null for the pages after that. */
  async listLines(
    revisionId: string,
    pageNumbers: readonly number[],
    mostCharacters: number,
  ): Promise<Map<number, PageLine[] | null>> {
    const rows = await this.db.query<{ page_number: number; blocks: PageLine[] | null }>(
      `SELECT page_number, CASE WHEN sum(length(text)) OVER (ORDER BY page_number) <= $3 THEN blocks END AS blocks
       FROM pages WHERE revision_id = $1 AND page_number = ANY($2)`,
      [revisionId, pageNumbers, mostCharacters],
    );
    return new Map(rows.map(({ page_number, blocks }) => [page_number, blocks]));
  }
}
