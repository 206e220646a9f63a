import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { ID_PREFIXES } from '../../../common/ids/type-id.js';
import { IndexChanges } from '../../documents/index-changes/index-changes.service.js';
import { DocumentCopyRepository } from './document-copy.repository.js';

/** Copies documents with everything that was read from their files, instead of reading the files again. */
@Injectable()
export class DocumentCopies {
  constructor(
    private readonly copies: DocumentCopyRepository,
    private readonly changes: IndexChanges,
    private readonly db: Database,
  ) {}

  /**
   * Copies the documents of `from` with one of the contents (SHA-256) to another organization, in one transaction. For contents that
   * both may read. The copies have no creator.
   * @param isSearchable whether the copies are indexed
   * @throws Error when `from` has none of them
   */
  async copy(from: string, to: string, contents: readonly string[], isSearchable: boolean): Promise<void> {
    await this.db.transaction(async () => {
      const ids = await this.copies.assignIds(from, contents);
      const revisions = Object.values(ids).filter((id) => id.startsWith(`${ID_PREFIXES.revision}_`));
      if (revisions.length === 0) throw new Error(`${from} has no document to copy`);
      await this.copies.copy({ ids, organizationId: to });
      if (isSearchable) await this.changes.mark(to, revisions, 'text');
    });
  }
}
