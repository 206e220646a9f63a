import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { DocumentUpdated, RevisionReady } from '../../documents/document.events.js';
import { BULLETIN_TYPES } from '../changes/change.repository.js';
import { SearchTermRepository } from './search-term.repository.js';
import { termsOfDocument, termsOfRevision } from './search-terms.js';

const OF_DOCUMENT = ['title', 'document_number'] as const;
const CONCERNED = [...OF_DOCUMENT, 'document_type'];
/** Revisions filled in per query. */
const BATCH = 100;

/** Updates the terms of a revision in the transaction that makes it ready or changes its document. Fills in missing terms at start. */
@Injectable()
export class SearchTermKeeper implements OnModuleInit {
  constructor(
    private readonly terms: SearchTermRepository,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  onModuleInit(): void {
    this.events.on(RevisionReady, ({ revision }) => this.keep(revision.revision_id));
    this.events.on(DocumentUpdated, ({ document, changed }) =>
      changed.some((field) => CONCERNED.includes(field)) ? this.rename(document.id) : Promise.resolve(),
    );
  }

  async run(): Promise<void> {
    await this.db.withLock('search terms', async () => {
      for (let missing = await this.terms.listMissing('', BATCH); missing.length > 0;) {
        for (const id of missing) {
          await this.db.transaction(async () => {
            await this.terms.lockDocumentOf(id);
            await this.keep(id);
          });
        }
        missing = await this.terms.listMissing(missing.at(-1)!, BATCH);
      }
    });
  }

  private async keep(revisionId: string): Promise<void> {
    const owner = await this.terms.findOwner(revisionId);
    if (!owner) return;
    await this.terms.remove(revisionId);
    const headings = await this.terms.listHeadings(revisionId);
    const identifiers = await this.terms.listIdentifiers(revisionId);
    const terms = [...termsOfDocument(owner), ...termsOfRevision(headings, identifiers)];
    await this.terms.insert(owner, terms, isBulletin(owner));
  }

  private async rename(documentId: string): Promise<void> {
    for (const owner of await this.terms.listOwners(documentId)) {
      await this.terms.remove(owner.revision_id, OF_DOCUMENT);
      await this.terms.insert(owner, termsOfDocument(owner), isBulletin(owner));
      await this.terms.setInBulletin(documentId, isBulletin(owner));
    }
  }
}

function isBulletin({ document_type }: { document_type: string }): boolean {
  return BULLETIN_TYPES.includes(document_type);
}
