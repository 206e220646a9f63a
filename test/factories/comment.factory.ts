import { newId } from '../../src/common/ids/type-id.js';
import type { TestSql } from '../support/database/test-sql.js';
import type { TestDocument } from './document.factory.js';

export interface CommentOptions {
  body?: string;
  pageNumber?: number;
  /** The revision it is made on; the document's first unless told otherwise. */
  revisionId?: string;
  quote?: string | null;
  visibility?: 'public' | 'private';
  parentId?: string | null;
}

/** Puts comments into the database as the service leaves them, without telling anybody. */
export class CommentFactory {
  constructor(private readonly sql: TestSql) {}

  /** A public comment on the first page unless told otherwise. */
  async comment(document: TestDocument, author: { id: string }, options: CommentOptions = {}): Promise<{ id: string }> {
    const id = newId('comment');
    await this.sql.insert('comments', {
      id,
      organization_id: document.organizationId,
      document_id: document.id,
      revision_id: options.revisionId ?? document.revisionId,
      page_number: options.pageNumber ?? 1,
      user_id: author.id,
      body: options.body ?? 'Worn.',
      quote: options.quote ?? null,
      visibility: options.visibility ?? 'public',
      parent_id: options.parentId ?? null,
    });
    return { id };
  }
}
