import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { IsNull } from 'typeorm';
import { Organization } from './organization.entity.js';
import { Team } from './team.entity.js';
import { User } from './user.entity.js';

@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  /** Whoever was removed is not found, here and below. */
  find(id: string): Promise<User | null> {
    return this.db.repository(User).findOneBy({ id, removed_at: IsNull() });
  }

  /** Takes the user for the rest of the transaction, so that parallel changes come one after the other. */
  lock(id: string): Promise<User | null> {
    return this.db
      .repository(User)
      .findOne({ where: { id, removed_at: IsNull() }, lock: { mode: 'pessimistic_write' } });
  }

  /** With the password hash, which no other read brings. `email` in any case. */
  findForLogin(email: string): Promise<User | null> {
    return this.db
      .repository(User)
      .createQueryBuilder('user')
      .addSelect('user.password_hash')
      .where('lower(user.email) = lower(:email)', { email })
      .andWhere('user.removed_at IS NULL')
      .getOne();
  }

  save(user: User): Promise<User> {
    return this.db.repository(User).save(user);
  }

  async countOrganizations(): Promise<number> {
    return this.db.repository(Organization).count();
  }

  /** Its settings begin with the columns' defaults. */
  insertOrganization(organization: Pick<Organization, 'id' | 'name' | 'plan'>): Promise<Organization> {
    return this.db.repository(Organization).save(organization);
  }

  saveTeam(team: Team): Promise<Team> {
    return this.db.repository(Team).save(team);
  }

  /** Whether the team exists in the organization. */
  teamExists(organizationId: string, teamId: string): Promise<boolean> {
    return this.db.repository(Team).existsBy({ id: teamId, organization_id: organizationId });
  }

  /** With `expected`, only while that is still the hash: whoever changed the password meanwhile wins. False when not. */
  async setPasswordHash(userId: string, passwordHash: string, expected: string | null): Promise<boolean> {
    const rows = await this.db.query<{ id: string }>(
      `UPDATE users SET password_hash = $2 WHERE id = $1 AND ($3::text IS NULL OR password_hash = $3) RETURNING id`,
      [userId, passwordHash, expected],
    );
    return rows.length === 1;
  }

  async setMfaEnabled(userId: string, enabled: boolean): Promise<void> {
    await this.db.query(
      `UPDATE users SET mfa_enabled = $2, row_version = row_version + 1, updated_at = now()
       WHERE id = $1 AND mfa_enabled <> $2`,
      [userId, enabled],
    );
  }

  async recordLogin(userId: string): Promise<void> {
    // The profile shows it, so there is a new version of the profile: an ETag stands for all that is shown.
    await this.db.query(`UPDATE users SET last_login_at = now(), row_version = row_version + 1 WHERE id = $1`, [
      userId,
    ]);
  }
}
