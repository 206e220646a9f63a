import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { SqlConditions } from '../../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../../common/pagination/keyset-paginator.js';
import type { DocumentRow } from '../../documents/document.service.js';
import { IN_FORCE, isRecipientOf } from '../../documents/shares/document-share.repository.js';
import type { User } from '../../users/user.entity.js';
import type { Share } from './share.repository.js';

/** A reader of a document, with their shares of it. */
export type ReaderRow = Pick<User, 'id' | 'name' | 'role' | 'team_id'> & {
  shares: Pick<Share, 'id' | 'permission'>[];
};

/** In the collation of the users' index, which the primary key lacks. */
const ID = 'u.id COLLATE "C"';

/** The inverse of `visibleTo`. */
@Injectable()
export class DocumentAccessRepository {
  constructor(private readonly db: Database) {}

  /** Active users of the organization who can see the document, newest first. */
  async listReaders(
    { id, organization_id, access, team_id }: DocumentRow,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<ReaderRow>> {
    const readers = new SqlConditions();
    const document = readers.parameter(id);
    readers
      .add((p) => `u.organization_id = ${p(organization_id)} AND u.removed_at IS NULL AND u.status = 'active'`)
      .add(
        (p) => `(${p(access)}::text = 'organization' OR u.role = 'admin' OR u.team_id = ${p(team_id)}
          OR ${isRecipientOf(document)})`,
      );
    const page = new SqlConditions(readers);
    if (afterId !== null) page.add((p) => `${ID} < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<ReaderRow>(
      {
        sql: `SELECT u.id, u.name, u.role, u.team_id, ARRAY(
         SELECT json_build_object('id', s.id, 'permission', s.permission) FROM document_shares s
         WHERE s.document_id = ${document} AND ${IN_FORCE} AND (s.user_id = u.id OR s.team_id = u.team_id) ORDER BY s.id) AS shares
       FROM users u WHERE ${page.sql} ORDER BY ${ID} DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM users u WHERE ${readers.sql}`, parameters: readers.parameters },
    );
  }
}
