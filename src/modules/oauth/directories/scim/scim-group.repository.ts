import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { SqlConditions } from '../../../../common/database/sql-conditions.js';
import { filterSql, type FilterAttributes } from './scim-filter.js';
import type { DirectoryGroup, GroupProfile, MemberReference } from './scim-group.js';
import type { ScimPage } from './scim-list.js';

const COLUMNS = 'g.id, g.display_name, g.external_id, g.row_version, g.created_at, g.updated_at';

const ATTRIBUTES: FilterAttributes = {
  id: { kind: 'exact', sql: 'g.id' },
  externalid: { kind: 'exact', sql: 'g.external_id' },
  displayname: { kind: 'text', sql: 'g.display_name' },
  'members.value': {
    kind: 'exact',
    sql: '(SELECT min(m.user_id) FROM directory_members m WHERE m.group_id = g.id)',
    equals: (value) => `EXISTS (SELECT FROM directory_members m WHERE m.group_id = g.id AND m.user_id = ${value})`,
  },
  'meta.created': { kind: 'time', sql: 'g.created_at' },
  'meta.lastmodified': { kind: 'time', sql: 'g.updated_at' },
};

@Injectable()
export class ScimGroupRepository {
  constructor(private readonly db: Database) {}

  async list(providerId: string, page: ScimPage): Promise<{ groups: DirectoryGroup[]; total: number }> {
    const conditions = new SqlConditions().add((p) => `g.identity_provider_id = ${p(providerId)}`);
    const { filter } = page;
    if (filter !== null) conditions.add((p) => filterSql(filter, ATTRIBUTES, p));
    const paged = new SqlConditions(conditions);
    const [limit, offset] = [paged.parameter(page.count), paged.parameter(page.offset)];
    const [groups, [counted]] = await this.db.together(() =>
      Promise.all([
        this.db.query<DirectoryGroup>(
          `SELECT ${COLUMNS} FROM directory_groups g WHERE ${paged.sql} ORDER BY g.id LIMIT ${limit} OFFSET ${offset}`,
          paged.parameters,
        ),
        this.db.query<{ total: number }>(
          `SELECT count(*)::integer AS total FROM directory_groups g WHERE ${conditions.sql}`,
          conditions.parameters,
        ),
      ]),
    );
    return { groups, total: counted?.total ?? 0 };
  }

  async find(providerId: string, id: string): Promise<DirectoryGroup | null> {
    const [group] = await this.db.query<DirectoryGroup>(
      `SELECT ${COLUMNS} FROM directory_groups g WHERE g.identity_provider_id = $1 AND g.id = $2`,
      [providerId, id],
    );
    return group ?? null;
  }

  async membersOf(groupIds: readonly string[]): Promise<Map<string, MemberReference[]>> {
    const rows = await this.db.query<MemberReference & { group_id: string }>(
      `SELECT m.group_id, u.id, u.name FROM directory_members m JOIN users u ON u.id = m.user_id
       WHERE m.group_id = ANY ($1) ORDER BY u.id`,
      [groupIds],
    );
    const byGroup = new Map<string, MemberReference[]>(groupIds.map((id) => [id, []]));
    for (const { group_id, ...member } of rows) byGroup.get(group_id)?.push(member);
    return byGroup;
  }

  async memberIdsOf(groupId: string): Promise<string[]> {
    const rows = await this.db.query<{ user_id: string }>(`SELECT user_id FROM directory_members WHERE group_id = $1`, [
      groupId,
    ]);
    return rows.map(({ user_id }) => user_id);
  }

  async countMembers(groupId: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM directory_members WHERE group_id = $1`,
      [groupId],
    );
    return row?.count ?? 0;
  }

  /** @throws a unique violation for the name or external id of another group, here and below */
  async insert(id: string, providerId: string, { displayName, externalId }: GroupProfile): Promise<void> {
    await this.db.query(
      `INSERT INTO directory_groups (id, identity_provider_id, display_name, external_id) VALUES ($1, $2, $3, $4)`,
      [id, providerId, displayName, externalId],
    );
  }

  async update(id: string, { displayName, externalId }: GroupProfile): Promise<void> {
    await this.db.query(
      `UPDATE directory_groups SET display_name = $2, external_id = $3, row_version = row_version + 1, updated_at = now()
       WHERE id = $1`,
      [id, displayName, externalId],
    );
  }

  async delete(id: string): Promise<void> {
    await this.db.query(`DELETE FROM directory_groups WHERE id = $1`, [id]);
  }

  /** Only users whom the directory manages. Returns those that were not members. */
  async addMembers(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ user_id: string }>(
      `INSERT INTO directory_members (group_id, user_id)
       SELECT g.id, d.user_id FROM directory_groups g
       JOIN directory_users d ON d.identity_provider_id = g.identity_provider_id AND d.user_id = ANY ($2)
       WHERE g.id = $1 ON CONFLICT DO NOTHING RETURNING user_id`,
      [groupId, userIds],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Returns those that were members. */
  async removeMembers(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ user_id: string }>(
      `DELETE FROM directory_members WHERE group_id = $1 AND user_id = ANY ($2) RETURNING user_id`,
      [groupId, userIds],
    );
    return rows.map(({ user_id }) => user_id);
  }
}
