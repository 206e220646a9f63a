import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Permission } from '../../common/principal/permissions.js';
import { effectivePermissions, type Plan, type Principal } from '../../common/principal/principal.js';
import { Database } from '../../common/database/database.js';
import { SqlConditions } from '../../common/database/sql-conditions.js';
import type { KeysetRows } from '../../common/pagination/keyset-paginator.js';
import type { ListUsersQuery } from './dto/user-administration.request.js';
import { Organization } from './organization.entity.js';
import { User } from './user.entity.js';
import { reachOf, type Actor } from './user.policy.js';

/** Without the password hash. */
const COLUMNS = `u.id, u.organization_id, u.team_id, u.mirror_of, u.email, u.name, u.role, u.grants, u.status, u.mfa_enabled, u.last_login_at,
  u.removed_at, u.row_version, u.created_at, u.updated_at`;
/** User `u`, and the account `a` that it mirrors if it is one of a sandbox. Its rights are those of the account. */
const ACTING = 'users u LEFT JOIN users a ON a.id = u.mirror_of';
const RIGHTS = 'coalesce(a.role, u.role) AS role, coalesce(a.grants, u.grants) AS grants';
/** The collation of the lists' indexes; the primary key has another. */
const ID = 'u.id COLLATE "C"';

/** What the user sees of the account. */
export type Profile = User & { team_name: string | null; has_password: boolean };

/** State that a login depends on. The hash is that of the verified password, if any. */
export type LoginState = Pick<User, 'id' | 'mfa_enabled'> & { password_hash?: string | null };
/** Whether user $1 can sign in and the {@link LoginState} is unchanged: $2 mfa_enabled, $3 hash. */
const UNCHANGED = `id = $1 AND removed_at IS NULL AND status = 'active' AND mfa_enabled = $2
  AND ($3::text IS NULL OR password_hash = $3)`;

/** The credential of the request that started background work. One of the ids is null; they are for the audit log. */
export interface StartedBy {
  permissions: readonly Permission[];
  sessionId: string | null;
  apiKeyId: string | null;
}

@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  /** Deleted users are not found, here and below. */
  find(id: string): Promise<User | null> {
    return this.db.repository(User).findOneBy({ id, removed_at: IsNull() });
  }

  async findProfile(id: string): Promise<Profile | null> {
    const [profile] = await this.db.lookup<Profile>(
      `SELECT ${COLUMNS}, t.name AS team_name, coalesce(a.password_hash, u.password_hash) IS NOT NULL AS has_password
       FROM ${ACTING} LEFT JOIN teams t ON t.id = u.team_id WHERE u.id = $1 AND u.removed_at IS NULL`,
      [id],
    );
    return profile ?? null;
  }

  /** Locks the user until the end of the transaction. Rows that refer to the user can still be written. */
  lock(id: string, within: { organization_id?: string } = {}): Promise<User | null> {
    return this.db
      .repository(User)
      .findOne({ where: { ...within, id, removed_at: IsNull() }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * The account that signs in by the address, ignoring case, with the password hash, which no other query returns. Excludes invited users
   * and service accounts, whose addresses can exist in several organizations.
   */
  async findForLogin(email: string): Promise<User | null> {
    const [user] = await this.db.query<User>(
      `SELECT ${COLUMNS}, u.password_hash FROM users u
       WHERE lower(u.email) = lower($1) AND u.status <> 'invited' AND u.role <> 'api_user' AND u.removed_at IS NULL`,
      [email],
    );
    return user ?? null;
  }

  /** In any status and role. */
  async findByEmail(organizationId: string, email: string): Promise<User | null> {
    const [user] = await this.db.query<User>(
      `SELECT ${COLUMNS} FROM users u
       WHERE u.organization_id = $1 AND lower(u.email) = lower($2) AND u.removed_at IS NULL`,
      [organizationId, email],
    );
    return user ?? null;
  }

  async list(
    actor: Actor,
    { role, status, team_id, mfa_enabled, q }: ListUsersQuery,
    afterId: string | null,
    rowCount: number,
  ): Promise<KeysetRows<User>> {
    const conditions = visibleTo(actor);
    if (role !== undefined) conditions.add((p) => `u.role = ${p(role)}`);
    if (status !== undefined) conditions.add((p) => `u.status = ${p(status)}`);
    if (team_id !== undefined) conditions.add((p) => `u.team_id = ${p(team_id)}`);
    if (mfa_enabled !== undefined) conditions.add((p) => `u.mfa_enabled = ${p(mfa_enabled)}`);
    if (q !== undefined) {
      const start = `lower(${conditions.parameter(q)}::text)`;
      conditions.add(() => `(lower(u.name) COLLATE "C" ^@ ${start} OR lower(u.email) COLLATE "C" ^@ ${start})`);
    }
    const page = new SqlConditions(conditions);
    if (afterId !== null) page.add((p) => `${ID} < ${p(afterId)}`);
    const limit = page.parameter(rowCount);
    return this.db.list<User>(
      {
        sql: `SELECT ${COLUMNS} FROM users u WHERE ${page.sql} ORDER BY ${ID} DESC LIMIT ${limit}`,
        parameters: page.parameters,
      },
      { sql: `FROM users u WHERE ${conditions.sql}`, parameters: conditions.parameters },
    );
  }

  async findCaller(id: string): Promise<Pick<User, 'role' | 'grants' | 'status' | 'team_id'> | null> {
    const rows = await this.db.query<Pick<User, 'role' | 'grants' | 'status' | 'team_id'>>(
      `SELECT ${RIGHTS}, coalesce(a.status, u.status) AS status, u.team_id FROM ${ACTING}
       WHERE u.id = $1 AND u.removed_at IS NULL AND a.removed_at IS NULL`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** See {@link UserService.findPrincipal}. */
  async findPrincipal(id: string, { permissions, sessionId, apiKeyId }: StartedBy): Promise<Principal | null> {
    const [user] = await this.db.query<
      Pick<User, 'organization_id' | 'role' | 'grants' | 'team_id' | 'mirror_of'> & {
        plan: Plan;
        organization_version: number;
      }
    >(
      `SELECT u.organization_id, ${RIGHTS}, u.mirror_of, u.team_id, o.plan, o.row_version AS organization_version
       FROM ${ACTING} JOIN organizations o ON o.id = u.organization_id
       WHERE u.id = $1 AND coalesce(a.status, u.status) = 'active' AND u.removed_at IS NULL AND a.removed_at IS NULL`,
      [id],
    );
    if (!user) return null;
    return {
      userId: id,
      organizationId: user.organization_id,
      teamId: user.team_id,
      role: user.role,
      plan: user.plan,
      organizationVersion: user.organization_version,
      permissions: effectivePermissions(user, permissions),
      credential:
        apiKeyId === null
          ? { type: 'session', sessionId: sessionId ?? '', provenAt: null, mfaMissing: false }
          : { type: 'api_key', apiKeyId, presented: { keyHash: Buffer.alloc(0), address: '' }, mfaMissing: false },
      ...(user.mirror_of !== null && { sandbox: { accountId: user.mirror_of } }),
    };
  }

  save(user: User): Promise<User> {
    return this.db.repository(User).save(user);
  }

  async hasOtherAdmin({ id, organization_id }: User): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM users
       WHERE organization_id = $1 AND role = 'admin' AND status = 'active' AND removed_at IS NULL AND id <> $2 LIMIT 1`,
      [organization_id, id],
    );
    return rows.length > 0;
  }

  async listActiveAdminIds(organizationId: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM users
       WHERE organization_id = $1 AND role = 'admin' AND status = 'active' AND removed_at IS NULL ORDER BY id`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes all members; returns their previous state. */
  leaveTeam(teamId: string): Promise<User[]> {
    return this.db.query<User>(
      `UPDATE users u SET team_id = NULL, row_version = row_version + 1, updated_at = now()
       WHERE id IN (SELECT id FROM users WHERE team_id = $1 ORDER BY id FOR NO KEY UPDATE) RETURNING ${COLUMNS}`,
      [teamId],
    );
  }

  async findOrganizationName(id: string): Promise<string | null> {
    const rows = await this.db.query<{ name: string }>(`SELECT name FROM organizations WHERE id = $1`, [id]);
    return rows[0]?.name ?? null;
  }

  async countOrganizations(): Promise<number> {
    return this.db.repository(Organization).count();
  }

  /** Other settings get their column defaults. */
  insertOrganization(organization: Pick<Organization, 'id' | 'name' | 'plan'>): Promise<Organization> {
    return this.db.repository(Organization).save(organization);
  }

  /** From the next statement on, serializes administrative changes of an organization. Must be the first lock of a transaction; later it can deadlock. */
  async lockOrganization(id: string): Promise<void> {
    await this.db.defer(`SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.db.query(
      `UPDATE users SET status = 'suspended', removed_at = now(), row_version = row_version + 1, updated_at = now()
       WHERE organization_id = $1 AND removed_at IS NULL`,
      [organizationId],
    );
  }

  /** Deletes one batch of users; empty when none are left. */
  deleteSome(organizationId: string): Promise<Pick<User, 'id' | 'email'>[]> {
    return this.db.query(
      `DELETE FROM users WHERE id IN (SELECT id FROM users WHERE organization_id = $1 ORDER BY id LIMIT 200)
       RETURNING id, email`,
      [organizationId],
    );
  }

  async deleteOrganization(id: string): Promise<void> {
    await this.db.query(`DELETE FROM organizations WHERE id = $1`, [id]);
  }

  /** With `expected`, only while that is the current hash. False when it is not. */
  async setPasswordHash(userId: string, passwordHash: string, expected: string | null): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE users SET password_hash = $2
       WHERE id = $1 AND removed_at IS NULL AND ($3::text IS NULL OR password_hash = $3) RETURNING id`,
      [userId, passwordHash, expected],
    );
    return rows.length === 1;
  }

  async setMfaEnabled(userId: string, enabled: boolean): Promise<void> {
    await this.db.defer(
      `UPDATE users SET mfa_enabled = $2, row_version = row_version + 1, updated_at = now()
       WHERE id = $1 AND mfa_enabled <> $2`,
      [userId, enabled],
    );
  }

  async lockLogin({ id, mfa_enabled, password_hash = null }: LoginState): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(`SELECT id FROM users WHERE ${UNCHANGED} FOR NO KEY UPDATE`, [
      id,
      mfa_enabled,
      password_hash,
    ]);
    return rows.length === 1;
  }

  async recordLogin({ id, mfa_enabled, password_hash = null }: LoginState): Promise<boolean> {
    // Part of the representation, so the version changes and with it the ETag.
    const rows = await this.db.query<{ id: string }>(
      `UPDATE users SET last_login_at = now(), row_version = row_version + 1
       WHERE ${UNCHANGED} RETURNING id`,
      [id, mfa_enabled, password_hash],
    );
    return rows.length === 1;
  }
}

/** SQL equivalent of `canSeeUser`. */
function visibleTo(actor: Actor): SqlConditions {
  const conditions = new SqlConditions()
    .add((p) => `u.organization_id = ${p(actor.organizationId)}`)
    .add(() => 'u.removed_at IS NULL');
  const reach = reachOf(actor);
  if (reach === 'organization') return conditions;
  return conditions.add((p) => (reach === 'nobody' ? 'false' : `u.team_id = ${p(reach.teamId)}`));
}
