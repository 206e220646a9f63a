import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Organization } from './organization.entity.js';
import { Team } from './team.entity.js';
import { User } from './user.entity.js';

@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<User | null> {
    return this.db.repository(User).findOneBy({ id });
  }

  /** Takes the user for the rest of the transaction, so that parallel changes come one after the other. */
  lock(id: string): Promise<User | null> {
    return this.db.repository(User).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** With the password hash, which no other read brings. `email` in any case. */
  findForLogin(email: string): Promise<User | null> {
    return this.db
      .repository(User)
      .createQueryBuilder('user')
      .addSelect('user.password_hash')
      .where('lower(user.email) = lower(:email)', { email })
      .getOne();
  }

  save(user: User): Promise<User> {
    return this.db.repository(User).save(user);
  }

  async countOrganizations(): Promise<number> {
    return this.db.repository(Organization).count();
  }

  saveOrganization(organization: Organization): Promise<Organization> {
    return this.db.repository(Organization).save(organization);
  }

  saveTeam(team: Team): Promise<Team> {
    return this.db.repository(Team).save(team);
  }

  /** Whether the team exists in the organization. */
  teamExists(organizationId: string, teamId: string): Promise<boolean> {
    return this.db.repository(Team).existsBy({ id: teamId, organization_id: organizationId });
  }

  async recordLogin(userId: string): Promise<void> {
    // The profile shows it, so there is a new version of the profile: an ETag stands for all that is shown.
    await this.db.query(`UPDATE users SET last_login_at = now(), row_version = row_version + 1 WHERE id = $1`, [
      userId,
    ]);
  }
}
