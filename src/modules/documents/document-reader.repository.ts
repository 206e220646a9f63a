import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { isRecipientOf } from './shares/document-share.repository.js';

/** `DocumentRepository.visibleTo` as conditions on `users u` and a document `d`, whose id is $1. A test holds that the two agree. */
const SEES = `u.organization_id = d.organization_id AND d.deleted_at IS NULL
  AND (u.role = 'admin' OR d.access = 'organization' OR d.team_id = u.team_id OR ${isRecipientOf('$1')})`;
/** `canManage` of the document's policy, as conditions on the same. */
const MANAGES = `(u.role = 'admin' OR u.role = 'manager' AND u.team_id = d.team_id
  OR 'document.manage' = ANY (u.grants) AND u.team_id IS NOT DISTINCT FROM d.team_id)`;

/** Who sees a document: the rule of `DocumentRepository.visibleTo`, asked for people instead of documents. */
@Injectable()
export class DocumentReaderRepository {
  constructor(private readonly db: Database) {}

  /** Those of the users, in no particular order, who see the document; with `drafts`, who are shown its drafts as well. */
  async list(documentId: string, userIds: readonly string[], drafts: boolean): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT u.id FROM documents d, users u
       WHERE d.id = $1 AND u.id = ANY($2) AND u.status = 'active' AND u.removed_at IS NULL AND ${SEES}
         AND (NOT $3 OR ${MANAGES})`,
      [documentId, userIds, drafts],
    );
    return rows.map(({ id }) => id);
  }
}
