import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { newId } from '../../common/ids/type-id.js';
import type { Plan } from '../../common/principal/principal.js';
import type { User } from '../users/user.entity.js';
import { Sandbox, type LibraryState } from './sandbox.entity.js';

/** A mirrored user, with what a principal has of the sandbox. */
export interface MirroredUser {
  id: string;
  organization_id: string;
  team_id: string | null;
  plan: Plan;
  organization_version: number;
}

export interface ChangedMirror {
  before: User;
  after: User;
}

/** A sandbox and the organization whose people it mirrors. */
export interface SandboxPair {
  organization_id: string;
  live_organization_id: string;
}

/** Columns of a mirrored user `m` that follow account `u`; `t` is the mirrored team. Nobody can sign in with it or receive its mail. */
const FOLLOWED: Readonly<Record<string, string>> = {
  team_id: 't.id',
  // With the organization: addresses are unique among the accounts that can sign in, and a mirror can be older than its account.
  email: `u.email || '.' || right(m.organization_id, 8) || '.invalid'`,
  name: 'u.name',
  role: 'u.role',
  grants: 'u.grants',
  status: 'u.status',
  mfa_enabled: 'u.mfa_enabled',
  removed_at: 'u.removed_at',
};
const COLUMNS = Object.keys(FOLLOWED);
/** Mirrored users have no password. */
const USER_COLUMNS = `m.id, m.organization_id, m.team_id, m.mirror_of, m.email, m.name, m.role, m.grants, m.status, m.mfa_enabled,
  m.last_login_at, m.removed_at, m.row_version, m.created_at, m.updated_at`;
const VALUES = Object.values(FOLLOWED);

@Injectable()
export class SandboxRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string): Promise<Sandbox | null> {
    return this.db.repository(Sandbox).findOneBy({ organization_id: organizationId });
  }

  async findOf(liveOrganizationId: string): Promise<SandboxPair | null> {
    const rows = await this.db.query<SandboxPair>(
      `SELECT organization_id, live_organization_id FROM sandboxes WHERE live_organization_id = $1`,
      [liveOrganizationId],
    );
    return rows[0] ?? null;
  }

  listTemplates(): Promise<Sandbox[]> {
    return this.db.query<Sandbox>(`SELECT * FROM sandboxes WHERE live_organization_id IS NULL ORDER BY created_at`);
  }

  async insert(organizationId: string, liveOrganizationId: string | null): Promise<void> {
    await this.db.query(`INSERT INTO sandboxes (organization_id, live_organization_id) VALUES ($1, $2)`, [
      organizationId,
      liveOrganizationId,
    ]);
  }

  async setLibrary(organizationId: string, state: LibraryState, version: string | null): Promise<void> {
    await this.db.query(`UPDATE sandboxes SET library_state = $2, library_version = $3 WHERE organization_id = $1`, [
      organizationId,
      state,
      version,
    ]);
  }

  /** Teams that were deleted on the live side stay until here: documents of the sandbox can belong to them. */
  async deleteFormerTeams(organizationId: string): Promise<void> {
    await this.db.query(
      `DELETE FROM teams t WHERE organization_id = $1 AND mirror_of IS NULL
         AND NOT EXISTS (SELECT FROM documents d WHERE d.team_id = t.id) AND NOT EXISTS (SELECT FROM publications p WHERE p.team_id = t.id)`,
      [organizationId],
    );
  }

  async noteReset(organizationId: string): Promise<void> {
    await this.db.query(
      `UPDATE sandboxes SET library_state = 'filling', advanced_seconds = 0, reset_at = now() WHERE organization_id = $1`,
      [organizationId],
    );
  }

  async noteAdvance(organizationId: string, seconds: number): Promise<void> {
    await this.db.query(`UPDATE sandboxes SET advanced_seconds = advanced_seconds + $2 WHERE organization_id = $1`, [
      organizationId,
      seconds,
    ]);
  }

  listFilling(): Promise<Sandbox[]> {
    return this.db.query<Sandbox>(
      `SELECT * FROM sandboxes WHERE live_organization_id IS NOT NULL AND library_state = 'filling' ORDER BY reset_at`,
    );
  }

  listPairs(): Promise<SandboxPair[]> {
    return this.db.query<SandboxPair>(
      `SELECT organization_id, live_organization_id FROM sandboxes WHERE live_organization_id IS NOT NULL ORDER BY 1`,
    );
  }

  /** The only query of {@link SandboxMirror.enter} once the user is mirrored. */
  async findMirror(accountId: string): Promise<MirroredUser | null> {
    const [row] = await this.db.lookup<MirroredUser>(
      `SELECT m.id, m.organization_id, m.team_id, o.plan, o.row_version AS organization_version
       FROM users m JOIN organizations o ON o.id = m.organization_id
       WHERE m.mirror_of = $1 AND m.removed_at IS NULL`,
      [accountId],
    );
    return row ?? null;
  }

  /**
   * Changes and adds mirrored teams, then users, until they are as those of the live organization. What is unique gets another value before
   * its new one: two teams can exchange their names, and a deleted one leaves its name.
   * @returns the users that changed
   */
  async synchronize({ organization_id, live_organization_id }: SandboxPair): Promise<ChangedMirror[]> {
    const pair = [organization_id, live_organization_id];
    await this.db.query(
      `UPDATE teams SET name = id WHERE organization_id = $1 AND name <> id AND (mirror_of IS NULL OR NOT EXISTS (
         SELECT FROM teams t WHERE t.id = teams.mirror_of AND t.name = teams.name))`,
      [organization_id],
    );
    await this.db.query(
      `UPDATE teams m SET name = t.name, row_version = m.row_version + 1, updated_at = now()
       FROM teams t WHERE m.organization_id = $1 AND t.organization_id = $2 AND t.id = m.mirror_of AND m.name <> t.name`,
      pair,
    );
    await this.addTeams(organization_id, await this.listMissing('teams', live_organization_id));
    const changed = await this.changeUsers(pair);
    await this.addUsers(organization_id, await this.listMissing('users', live_organization_id));
    return changed;
  }

  private async changeUsers(pair: string[]): Promise<ChangedMirror[]> {
    const before = await this.db.query<User>(
      `SELECT ${USER_COLUMNS} FROM users m JOIN users u ON u.id = m.mirror_of LEFT JOIN teams t ON t.mirror_of = u.team_id
       WHERE m.organization_id = $1 AND u.organization_id = $2
         AND (${COLUMNS.map((column) => `m.${column}`).join(', ')}) IS DISTINCT FROM (${VALUES.join(', ')})`,
      pair,
    );
    if (before.length === 0) return [];
    const ids = before.map(({ id }) => id);
    await this.db.query(`UPDATE users SET email = id WHERE id = ANY ($1::text[])`, [ids]);
    const after = await this.db.query<User>(
      `UPDATE users m SET (${COLUMNS.join(', ')}) = (${VALUES.join(', ')}), row_version = m.row_version + 1, updated_at = now()
       FROM users u LEFT JOIN teams t ON t.mirror_of = u.team_id
       WHERE m.id = ANY ($1::text[]) AND u.id = m.mirror_of RETURNING ${USER_COLUMNS}`,
      [ids],
    );
    const earlier = new Map(before.map((user) => [user.id, user]));
    return after.map((user) => ({ before: earlier.get(user.id)!, after: user }));
  }

  private async addTeams(organizationId: string, liveIds: readonly string[]): Promise<void> {
    if (liveIds.length === 0) return;
    await this.db.query(
      `INSERT INTO teams (id, organization_id, name, mirror_of)
       SELECT x.id, $1, t.name, t.id FROM unnest($2::text[], $3::text[]) AS x (id, live_id) JOIN teams t ON t.id = x.live_id
       ON CONFLICT DO NOTHING`,
      [organizationId, liveIds.map(() => newId('team')), liveIds],
    );
  }

  private async addUsers(organizationId: string, liveIds: readonly string[]): Promise<void> {
    if (liveIds.length === 0) return;
    await this.db.query(
      `INSERT INTO users (id, organization_id, mirror_of, ${COLUMNS.join(', ')})
       SELECT m.id, m.organization_id, u.id, ${VALUES.join(', ')}
       FROM (SELECT $1::text AS organization_id, id, live_id FROM unnest($2::text[], $3::text[]) AS x (id, live_id)) m
         JOIN users u ON u.id = m.live_id
         LEFT JOIN teams t ON t.mirror_of = u.team_id
       ON CONFLICT DO NOTHING`,
      [organizationId, liveIds.map(() => newId('user')), liveIds],
    );
  }

  /** Ids of live rows without a mirror. Removed users have none. */
  private async listMissing(table: 'users' | 'teams', liveOrganizationId: string): Promise<string[]> {
    const present = table === 'users' ? 'AND l.removed_at IS NULL' : '';
    const rows = await this.db.query<{ id: string }>(
      `SELECT l.id FROM ${table} l
       WHERE l.organization_id = $1 ${present} AND NOT EXISTS (SELECT FROM ${table} m WHERE m.mirror_of = l.id)
       ORDER BY l.id`,
      [liveOrganizationId],
    );
    return rows.map(({ id }) => id);
  }
}
