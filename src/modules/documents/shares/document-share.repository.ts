import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { Database } from '../../../common/database/database.js';
import type { DocumentShare } from './document-share.entity.js';

/** That a share `s` has not run out. */
export const IN_FORCE = '(s.expires_at IS NULL OR s.expires_at > now())';

/** SQL of the ids of the documents that are shared with a user or a team, given as placeholders. */
export function sharedWith(user: string, team: string): string {
  return `SELECT s.document_id FROM document_shares s WHERE (s.user_id = ${user} OR s.team_id = ${team}) AND ${IN_FORCE}`;
}

/**
 * SQL condition on `users u`: that a document, given as a placeholder, is shared with them or their team. Its shares are read
 * once for any number of people.
 */
export function isRecipientOf(document: string): string {
  const shares = `document_shares s WHERE s.document_id = ${document} AND ${IN_FORCE}`;
  return `(u.id IN (SELECT s.user_id FROM ${shares} AND s.user_id IS NOT NULL)
    OR u.team_id IN (SELECT s.team_id FROM ${shares} AND s.team_id IS NOT NULL))`;
}

/** Shares of documents, as far as they say who sees what. */
@Injectable()
export class DocumentShareRepository {
  constructor(private readonly db: Database) {}

  /** Shares of the document in force with the caller, or with their team. */
  listInForce(documentId: string, { userId, teamId }: Principal): Promise<DocumentShare[]> {
    return this.db.query(
      `SELECT s.* FROM document_shares s
       WHERE s.document_id = $1 AND (s.user_id = $2 OR s.team_id = $3) AND ${IN_FORCE} ORDER BY s.id`,
      [documentId, userId, teamId],
    );
  }
}
