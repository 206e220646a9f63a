import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import type { VectorSpace } from '@amks/search-engine/engine.types.js';
import {
  DocumentDeleted,
  DocumentUpdated,
  LibraryChanged,
  RevisionActivated,
  RevisionDeleted,
  RevisionFailed,
  RevisionReady,
  RevisionReprocessed,
  RevisionWithdrawn,
} from '../document.events.js';
import type { EditableColumn } from '../document.repository.js';
import { IndexChangeRepository } from './index-change.repository.js';

/** Columns that are indexed as text of every passage, and columns that the index filters by. */
const WORDS: readonly EditableColumn[] = ['title', 'document_type', 'document_number'];
const DESCRIBED: readonly EditableColumn[] = ['aircraft_type', 'ata_chapter', 'access', 'team_id'];

/** `text`: passages or title changed, `description`: other metadata. */
export type IndexChangeKind = 'text' | 'description';

/** Records changed revisions in the transaction of the change. Each process reads the changes after its position. */
@Injectable()
export class IndexChanges {
  constructor(
    private readonly changes: IndexChangeRepository,
    private readonly events: DomainEvents,
    private readonly db: Database,
    private readonly models: EmbeddingModels,
  ) {
    events.on(RevisionReady, ({ revision }) => this.mark(revision.organization_id, [revision.revision_id], 'text'));
    events.on(RevisionFailed, ({ revision }) => this.mark(revision.organization_id, [revision.revision_id], 'text'));
    events.on(RevisionReprocessed, ({ document, revision }) =>
      this.mark(document.organization_id, [revision.id], 'text'),
    );
    events.on(RevisionDeleted, ({ document, revision }) => this.mark(document.organization_id, [revision.id], 'text'));
    events.on(RevisionActivated, ({ document, revision, previousId }) =>
      this.mark(document.organization_id, previousId === null ? [revision.id] : [previousId, revision.id]),
    );
    events.on(RevisionWithdrawn, ({ document, revision }) => this.mark(document.organization_id, [revision.id]));
    events.on(DocumentDeleted, ({ document }) => this.markDocument(document.organization_id, document.id));
    events.on(DocumentUpdated, async ({ document, changed }) => {
      if (WORDS.some((column) => changed.includes(column)))
        await this.markDocument(document.organization_id, document.id, 'text');
      else if (DESCRIBED.some((column) => changed.includes(column)))
        await this.markDocument(document.organization_id, document.id);
    });
  }

  /** Runs at the end of the open transaction, so that other changes of the organization wait only for the commit. */
  async mark(
    organizationId: string,
    revisionIds: readonly string[],
    kind: IndexChangeKind = 'description',
  ): Promise<void> {
    await this.db.beforeCommit('library', async () => {
      await this.changes.mark(organizationId, revisionIds, kind === 'text', this.models.wanted);
      await this.events.emit(new LibraryChanged(organizationId));
    });
  }

  /** Makes every process read all texts of one or all organizations again. @returns the organizations with searchable content */
  async markAll(organizationId: string | null): Promise<string[]> {
    const organizations = await this.changes.listOrganizations(organizationId);
    for (const id of organizations) await this.mark(id, await this.changes.listReady(id), 'text');
    return organizations;
  }

  /** Embedding model of the organization's library. The first document decides it. */
  async modelOf(organizationId: string): Promise<string> {
    return (await this.changes.findModel(organizationId)) ?? this.models.wanted.model;
  }

  listLibraries(): Promise<string[]> {
    return this.changes.listHeads();
  }

  /** Each process builds a new index; the current one answers until then. @param isComplete checks all vectors under the library's lock */
  async changeModel(organizationId: string, space: VectorSpace, isComplete: () => Promise<boolean>): Promise<boolean> {
    return this.db.transaction(async () => {
      await this.changes.lockHead(organizationId);
      if (!(await isComplete())) return false;
      await this.changes.setModel(organizationId, space);
      await this.events.emit(new LibraryChanged(organizationId));
      return true;
    });
  }

  private async markDocument(organizationId: string, documentId: string, kind?: IndexChangeKind): Promise<void> {
    await this.mark(organizationId, await this.changes.listRevisions(documentId), kind);
  }
}
