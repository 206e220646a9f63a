import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { isRecipientOf } from './shares/document-share.repository.js';

/** `DocumentRepository.visibleTo` as conditions on `users u` for document `d` with id $1. share-visibility.spec.ts compares both. */
const SEES = `u.organization_id = d.organization_id AND d.deleted_at IS NULL
  AND (u.role = 'admin' OR d.access = 'organization' OR d.team_id = u.team_id OR ${isRecipientOf('$1')})`;
/** `canManage` as conditions on the same. */
const MANAGES = `(u.role = 'admin' OR u.role = 'manager' AND u.team_id = d.team_id
  OR 'document.manage' = ANY (u.grants) AND u.team_id IS NOT DISTINCT FROM d.team_id)`;

/** Maximum managers who are notified. */
const MOST_MANAGERS = 50;

@Injectable()
export class DocumentReaderRepository {
  constructor(private readonly db: Database) {}

  /** The given users who can see the document, or its drafts too with `drafts`; in no particular order. */
  async list(documentId: string, userIds: readonly string[], drafts: boolean): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT u.id FROM documents d, users u
       WHERE d.id = $1 AND u.id = ANY($2) AND u.status = 'active' AND u.removed_at IS NULL AND ${SEES}
         AND (NOT $3 OR ${MANAGES})`,
      [documentId, userIds, drafts],
    );
    return rows.map(({ id }) => id);
  }

  /** The managers of the document's team but one user; administrators without such managers. */
  async listManagers(documentId: string, exceptUserId: string | null): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `WITH active AS (
         SELECT u.id, u.role, u.team_id = d.team_id AS is_own FROM documents d JOIN users u ON u.organization_id = d.organization_id
         WHERE d.id = $1 AND u.id IS DISTINCT FROM $2 AND u.status = 'active' AND u.removed_at IS NULL
           AND u.role IN ('admin', 'manager')),
       own AS (SELECT id FROM active WHERE role = 'manager' AND is_own)
       SELECT id FROM own
       UNION ALL SELECT id FROM active WHERE role = 'admin' AND NOT EXISTS (SELECT FROM own)
       ORDER BY id LIMIT ${MOST_MANAGERS}`,
      [documentId, exceptUserId],
    );
    return rows.map(({ id }) => id);
  }
}
