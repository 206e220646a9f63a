import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../src/common/ids/type-id.js';
import type { TestSql } from '../support/database/test-sql.js';

export interface TestPage {
  text: string;
  label?: string | null;
  /** One paragraph of the whole text when left out. */
  blocks?: object[];
}

export interface RevisionOptions {
  version?: string;
  status?: 'draft' | 'active' | 'superseded' | 'withdrawn';
  ingestionState?: 'queued' | 'processing' | 'ready' | 'failed';
  revisionDate?: string | null;
  pages?: (string | TestPage)[];
}

export interface DocumentOptions extends RevisionOptions {
  title?: string;
  documentType?: string;
  aircraftType?: string;
  documentNumber?: string | null;
  ataChapter?: string | null;
  /** The team that owns the document; the whole organization when omitted. */
  team?: { id: string };
  createdBy?: { id: string };
}

export interface TestDocument {
  id: string;
  title: string;
  organizationId: string;
  revisionId: string;
  passageIds: string[];
}

/**
 * Puts documents into the database as ingestion leaves them: revision, pages, a passage a page. Neither the stored file
 * nor the search index knows of them; what needs those uploads a file.
 */
export class DocumentFactory {
  constructor(private readonly sql: TestSql) {}

  /** An active, ready AMM of one page unless told otherwise. */
  async document(organization: { id: string }, options: DocumentOptions = {}): Promise<TestDocument> {
    const id = newId('document');
    const title = options.title ?? `Manual ${randomBytes(6).toString('hex')}`;
    await this.sql.insert('documents', {
      id,
      organization_id: organization.id,
      title,
      document_type: options.documentType ?? 'AMM',
      aircraft_type: options.aircraftType ?? 'HST-72',
      document_number: options.documentNumber ?? null,
      ata_chapter: options.ataChapter ?? null,
      access: options.team ? 'team' : 'organization',
      team_id: options.team?.id ?? null,
      created_by: options.createdBy?.id ?? null,
    });
    const document = { id, title, organizationId: organization.id };
    const { revisionId, passageIds } = await this.revision(document, options);
    await this.sql.query('UPDATE documents SET current_revision_id = $1 WHERE id = $2', [revisionId, id]);
    return { ...document, revisionId, passageIds };
  }

  /** One more revision; it does not become the document's current one. */
  async revision(
    document: { id: string; organizationId: string },
    options: RevisionOptions = {},
  ): Promise<{ revisionId: string; passageIds: string[] }> {
    const revisionId = newId('revision');
    const pages = (options.pages ?? ['REMOVE THE WHEEL. Torque 120 Nm.']).map(asPage);
    const state = options.ingestionState ?? 'ready';
    const sha256 = createHash('sha256').update(revisionId).digest('hex');
    await this.sql.insert('blobs', { sha256, size: 1024 });
    await this.sql.insert('document_revisions', {
      id: revisionId,
      document_id: document.id,
      version: options.version ?? '1',
      revision_date: options.revisionDate ?? null,
      status: options.status ?? 'active',
      content_sha256: sha256,
      content_size: 1024,
      media_type: 'application/pdf',
      file_name: 'manual.pdf',
      page_count: state === 'ready' ? pages.length : null,
      language: 'en',
      ingestion_state: state,
      pages_done: state === 'ready' ? pages.length : 0,
      pages_total: pages.length,
    });
    const passageIds: string[] = [];
    if (state !== 'ready') return { revisionId, passageIds };
    for (const [index, page] of pages.entries())
      passageIds.push(await this.page(document, revisionId, index + 1, page));
    return { revisionId, passageIds };
  }

  private async page(
    document: { id: string; organizationId: string },
    revisionId: string,
    pageNumber: number,
    { text, label, blocks }: TestPage,
  ): Promise<string> {
    await this.sql.insert('pages', {
      revision_id: revisionId,
      page_number: pageNumber,
      id: newId('page'),
      label: label ?? null,
      text,
      blocks: JSON.stringify(blocks ?? [{ kind: 'paragraph', text, start: 0, end: text.length }]),
    });
    const passageId = newId('passage');
    await this.sql.insert('passages', {
      id: passageId,
      organization_id: document.organizationId,
      document_id: document.id,
      revision_id: revisionId,
      page_number: pageNumber,
      ordinal: pageNumber,
      kind: 'text',
      section: [],
      text,
      start_offset: 0,
      end_offset: text.length,
      notices: '[]',
      identifiers: [],
      token_count: Math.ceil(text.length / 4),
    });
    return passageId;
  }
}

function asPage(page: string | TestPage): TestPage {
  return typeof page === 'string' ? { text: page } : page;
}
