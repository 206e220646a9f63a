import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { EmbeddingModels } from '../../integrations/embeddings/embedding-models.js';
import type { VectorSpace } from '../../integrations/embeddings/embeddings.js';
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
} from './document.events.js';
import type { EditableColumn } from './document.repository.js';
import { IndexChangeRepository } from './index-change.repository.js';

/** What of a document counts as words of each of its passages, and what a search index keeps beside them. */
const WORDS: readonly EditableColumn[] = ['title', 'document_type', 'document_number'];
const DESCRIBED: readonly EditableColumn[] = ['aircraft_type', 'ata_chapter', 'access', 'team_id'];

/** What changed of a revision: all of it, words too; or only what is said of it. */
export type IndexChangeKind = 'text' | 'description';

/**
 * Records which revisions changed for those who search, in the transaction of the change. The search index of each
 * process is made of PostgreSQL and asks here what is new since it last looked; nothing is sent to it.
 */
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

  /**
   * The revisions changed. Recorded at the very end of the open transaction: one that changes something holds up the
   * organization's others only while it commits.
   */
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

  /**
   * Has every process read all words of an organization, or of all, anew from PostgreSQL, revision by revision;
   * until a revision was read, searches find it as it was.
   *
   * @returns the organizations that have something to search
   */
  async markAll(organizationId: string | null): Promise<string[]> {
    const organizations = await this.changes.listOrganizations(organizationId);
    for (const id of organizations) await this.mark(id, await this.changes.listReady(id), 'text');
    return organizations;
  }

  /** The embedding model whose vectors an organization's searches compare. The first document decides it. */
  async modelOf(organizationId: string): Promise<string> {
    return (await this.changes.findModel(organizationId)) ?? this.models.wanted.model;
  }

  /** Organizations that have a library. */
  listLibraries(): Promise<string[]> {
    return this.changes.listHeads();
  }

  /**
   * Has an organization's searches compare the vectors of another model from now on. Every process makes its index of
   * them beside the one that goes on answering until then.
   *
   * @param isComplete asked while nothing can become ready: whether all that is searched has such vectors
   * @returns whether it had
   */
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
