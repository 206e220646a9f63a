import { Injectable } from '@nestjs/common';
import type { Filter } from 'scim2-parse-filter';
import { Database } from '../../../../common/database/database.js';
import { SqlConditions } from '../../../../common/database/sql-conditions.js';
import type { ProviderOfDirectory } from '../directory.service.js';
import { filterSql, type FilterAttributes } from './scim-filter.js';
import type { ScimPage } from './scim-list.js';
import type { DirectoryUser, GroupReference } from './scim-user.js';

const COLUMNS = `u.id, u.email, u.name, u.role, u.status, u.row_version, u.created_at,
  greatest(u.updated_at, d.updated_at) AS updated_at,
  d.user_name, d.external_id, d.given_name, d.family_name, coalesce(d.suspended, false) AS is_suspended_here,
  d.row_version AS directory_version`;
const FROM = 'FROM users u LEFT JOIN directory_users d ON d.user_id = u.id';

/** What the directory keeps about a user. */
export interface DirectoryRecord {
  userName: string;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Whether the directory suspended the account, not an administrator. */
  isSuspendedHere: boolean;
}

@Injectable()
export class ScimUserRepository {
  constructor(private readonly db: Database) {}

  async list(provider: ProviderOfDirectory, page: ScimPage): Promise<{ users: DirectoryUser[]; total: number }> {
    const conditions = visibleTo(provider);
    const { filter } = page;
    if (filter !== null) conditions.add((p) => filterSql(filter, attributesFor(provider, p), p));
    const paged = new SqlConditions(conditions);
    const [limit, offset] = [paged.parameter(page.count), paged.parameter(page.offset)];
    const [users, [counted]] = await this.db.together(() =>
      Promise.all([
        this.db.query<DirectoryUser>(
          `SELECT ${COLUMNS} ${FROM} WHERE ${paged.sql} ORDER BY u.id LIMIT ${limit} OFFSET ${offset}`,
          paged.parameters,
        ),
        this.db.query<{ total: number }>(
          `SELECT count(*)::integer AS total ${FROM} WHERE ${conditions.sql}`,
          conditions.parameters,
        ),
      ]),
    );
    return { users, total: counted?.total ?? 0 };
  }

  async find(provider: ProviderOfDirectory, id: string): Promise<DirectoryUser | null> {
    const conditions = visibleTo(provider).add((p) => `u.id = ${p(id)}`);
    const sql = `SELECT ${COLUMNS} ${FROM} WHERE ${conditions.sql}`;
    return (await this.db.query<DirectoryUser>(sql, conditions.parameters))[0] ?? null;
  }

  /** Those of the ids that the directory can see. */
  async listVisible(provider: ProviderOfDirectory, ids: readonly string[]): Promise<string[]> {
    const conditions = visibleTo(provider).add((p) => `u.id = ANY (${p(ids)})`);
    const rows = await this.db.query<{ id: string }>(
      `SELECT u.id ${FROM} WHERE ${conditions.sql}`,
      conditions.parameters,
    );
    return rows.map(({ id }) => id);
  }

  /** Whether another account that the directory can see has the user name, or has it as the address. */
  async isNameTaken(provider: ProviderOfDirectory, userName: string, exceptId: string | null): Promise<boolean> {
    const conditions = visibleTo(provider).add((p) => `u.id IS DISTINCT FROM ${p(exceptId)}`);
    const named: Filter = { op: 'eq', attrPath: 'userName', compValue: userName };
    conditions.add((p) => filterSql(named, attributesFor(provider, p), p));
    const rows = await this.db.query(`SELECT 1 ${FROM} WHERE ${conditions.sql} LIMIT 1`, conditions.parameters);
    return rows.length > 0;
  }

  async groupsOf(userIds: readonly string[]): Promise<Map<string, GroupReference[]>> {
    const rows = await this.db.query<GroupReference & { user_id: string }>(
      `SELECT m.user_id, g.id, g.display_name FROM directory_members m JOIN directory_groups g ON g.id = m.group_id
       WHERE m.user_id = ANY ($1) ORDER BY g.id`,
      [userIds],
    );
    const byUser = new Map<string, GroupReference[]>(userIds.map((id) => [id, []]));
    for (const { user_id, ...group } of rows) byUser.get(user_id)?.push(group);
    return byUser;
  }

  /** Inserts or replaces. @throws a unique violation for a user name or external id of another user */
  async save(providerId: string, userId: string, record: DirectoryRecord): Promise<void> {
    await this.db.query(
      `INSERT INTO directory_users (user_id, identity_provider_id, user_name, external_id, given_name, family_name, suspended)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (user_id) DO UPDATE SET user_name = $3, external_id = $4, given_name = $5, family_name = $6,
         suspended = $7, row_version = directory_users.row_version + 1, updated_at = now()
       WHERE directory_users.identity_provider_id = $2`,
      [
        userId,
        providerId,
        record.userName,
        record.externalId,
        record.givenName,
        record.familyName,
        record.isSuspendedHere,
      ],
    );
  }

  /** Makes the directory manage the users, under their addresses, where it does not yet. */
  async adopt(providerId: string, userIds: readonly string[]): Promise<void> {
    await this.db.query(
      `INSERT INTO directory_users (user_id, identity_provider_id, user_name)
       SELECT u.id, $1, u.email FROM users u WHERE u.id = ANY ($2) ON CONFLICT DO NOTHING`,
      [providerId, userIds],
    );
  }
}

/**
 * People of the organization, except those whom another directory manages, and except invitations to addresses that the organization did not
 * verify: suspending and reactivating one would give it an account that nobody confirmed.
 */
function visibleTo({ id, organization_id, domains }: ProviderOfDirectory): SqlConditions {
  const verified = domains.filter(({ verified_at }) => verified_at !== null).map(({ domain }) => domain);
  return new SqlConditions()
    .add((p) => `u.organization_id = ${p(organization_id)}`)
    .add(() => `u.removed_at IS NULL AND u.role <> 'api_user'`)
    .add((p) => `(d.user_id IS NULL OR d.identity_provider_id = ${p(id)})`)
    .add((p) => `(u.status <> 'invited' OR lower(split_part(u.email, '@', 2)) = ANY (${p(verified)}::text[]))`);
}

function attributesFor({ id, organization_id }: ProviderOfDirectory, p: (value: unknown) => string): FilterAttributes {
  const email = { kind: 'text', sql: 'u.email' } as const;
  return {
    id: { kind: 'exact', sql: 'u.id' },
    externalid: {
      kind: 'exact',
      sql: 'd.external_id',
      equals: (value) => `d.identity_provider_id = ${p(id)} AND d.external_id = ${value}`,
    },
    username: {
      kind: 'text',
      sql: 'coalesce(d.user_name, u.email)',
      // Two lookups, each in an index.
      equals: (value) => `u.id IN (
        SELECT n.user_id FROM directory_users n WHERE n.identity_provider_id = ${p(id)} AND lower(n.user_name) = ${value}
        UNION ALL
        SELECT a.id FROM users a WHERE a.organization_id = ${p(organization_id)} AND lower(a.email) = ${value}
          AND NOT EXISTS (SELECT FROM directory_users n WHERE n.user_id = a.id))`,
    },
    displayname: { kind: 'text', sql: 'u.name' },
    'name.formatted': { kind: 'text', sql: 'u.name' },
    'name.givenname': { kind: 'text', sql: 'd.given_name' },
    'name.familyname': { kind: 'text', sql: 'd.family_name' },
    emails: email,
    'emails.value': email,
    'emails.type': { kind: 'text', sql: `'work'` },
    'emails.primary': { kind: 'boolean', sql: 'true' },
    active: { kind: 'boolean', sql: `(u.status <> 'suspended')` },
    'meta.created': { kind: 'time', sql: 'u.created_at' },
    'meta.lastmodified': { kind: 'time', sql: 'greatest(u.updated_at, d.updated_at)' },
  };
}
