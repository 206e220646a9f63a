import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import type { DocumentShare } from './document-share.entity.js';

/** SQL condition: share `s` has not expired. */
export const IN_FORCE = '(s.expires_at IS NULL OR s.expires_at > now())';

/** SQL of the ids of documents shared with a user or a team, given as placeholders. */
export function sharedWith(user: string, team: string): string {
  return `SELECT s.document_id FROM document_shares s WHERE (s.user_id = ${user} OR s.team_id = ${team}) AND ${IN_FORCE}`;
}

/** SQL condition on `users u`: the document, a placeholder, is shared with them or their team. Reads the shares once for all users. */
export function isRecipientOf(document: string): string {
  const shares = `document_shares s WHERE s.document_id = ${document} AND ${IN_FORCE}`;
  return `(u.id IN (SELECT s.user_id FROM ${shares} AND s.user_id IS NOT NULL)
    OR u.team_id IN (SELECT s.team_id FROM ${shares} AND s.team_id IS NOT NULL))`;
}

@Injectable()
export class DocumentShareRepository {
  constructor(private readonly db: Database) {}

  /** Unexpired shares of the document with the caller or their team. */
  listInForce(documentId: string, { userId, teamId }: Principal): Promise<DocumentShare[]> {
    return this.db.query(
      `SELECT s.* FROM document_shares s
       WHERE s.document_id = $1 AND (s.user_id = $2 OR s.team_id = $3) AND ${IN_FORCE} ORDER BY s.id`,
      [documentId, userId, teamId],
    );
  }
}
