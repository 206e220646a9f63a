import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { OrganizationClosed, OrganizationErased, UsersErased } from './organization.events.js';
import { UserRepository } from './user.repository.js';

/** The steps of deleting an organization's users and the organization itself. */
@Injectable()
export class OrganizationEnd {
  constructor(
    private readonly users: UserRepository,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  nameOf(organizationId: string): Promise<string | null> {
    return this.users.findOrganizationName(organizationId);
  }

  /** Blocks administrative changes until the end of the transaction. */
  lock(organizationId: string): Promise<void> {
    return this.users.lockOrganization(organizationId);
  }

  /** Removes all users with their credentials, so nobody can sign in. */
  close(organizationId: string): Promise<void> {
    return this.db.transaction(async () => {
      await this.users.removeAll(organizationId);
      await this.events.emit(new OrganizationClosed(organizationId));
    });
  }

  /** Deletes the users' rows in batches. Other modules delete their dependent rows first. */
  async eraseUsers(organizationId: string): Promise<void> {
    for (let left = true; left;) {
      left = await this.db.transaction(async () => {
        const users = await this.users.deleteSome(organizationId);
        if (users.length > 0) await this.events.emit(new UsersErased(users));
        return users.length > 0;
      });
    }
  }

  /** Deletes the organization with rows that requests in progress wrote meanwhile. */
  erase(organizationId: string): Promise<void> {
    return this.db.transaction(async () => {
      await this.users.deleteOrganization(organizationId);
      await this.events.emit(new OrganizationErased(organizationId));
    });
  }
}
