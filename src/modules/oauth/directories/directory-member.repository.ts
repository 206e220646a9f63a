import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { User } from '../../users/user.entity.js';

/** A user whom a directory manages, with the names and external ids of the groups there. */
export type DirectoryMember = Pick<User, 'id' | 'role' | 'team_id'> & { groups: string[] };

@Injectable()
export class DirectoryMemberRepository {
  constructor(private readonly db: Database) {}

  /** Users whom the directory does not manage are left out. */
  list(providerId: string, userIds: readonly string[]): Promise<DirectoryMember[]> {
    return this.db.query(
      `SELECT u.id, u.role, u.team_id, ARRAY(
         SELECT unnest(array_remove(ARRAY[g.display_name, g.external_id], NULL))
         FROM directory_members m JOIN directory_groups g ON g.id = m.group_id WHERE m.user_id = u.id) AS groups
       FROM directory_users d JOIN users u ON u.id = d.user_id
       WHERE d.identity_provider_id = $1 AND d.user_id = ANY ($2) AND u.removed_at IS NULL ORDER BY u.id`,
      [providerId, userIds],
    );
  }
}
