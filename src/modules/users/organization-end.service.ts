import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { OrganizationClosed, OrganizationErased, UsersErased } from './organization.events.js';
import { UserRepository } from './user.repository.js';

/** The end of an organization, in the steps that its deletion is made of. */
@Injectable()
export class OrganizationEnd {
  constructor(
    private readonly users: UserRepository,
    private readonly events: DomainEvents,
    private readonly db: Database,
  ) {}

  /** Null when there is no such organization. */
  nameOf(organizationId: string): Promise<string | null> {
    return this.users.findOrganizationName(organizationId);
  }

  /** Keeps administrators from changing anything until the end of the transaction. */
  lock(organizationId: string): Promise<void> {
    return this.users.lockOrganization(organizationId);
  }

  /** Lets nobody in any more: all of its people are removed at once, and with them whatever they sign in or call with. */
  close(organizationId: string): Promise<void> {
    return this.db.transaction(async () => {
      await this.users.removeAll(organizationId);
      await this.events.emit(new OrganizationClosed(organizationId));
    });
  }

  /** Removes the rows of its people, some in a transaction; other modules' rows that go with them should be gone by now. */
  async eraseUsers(organizationId: string): Promise<void> {
    for (let left = true; left;) {
      left = await this.db.transaction(async () => {
        const users = await this.users.deleteSome(organizationId);
        if (users.length > 0) await this.events.emit(new UsersErased(users));
        return users.length > 0;
      });
    }
  }

  /** Removes the organization itself and, with it, what requests that were under way have written since. */
  erase(organizationId: string): Promise<void> {
    return this.db.transaction(async () => {
      await this.users.deleteOrganization(organizationId);
      await this.events.emit(new OrganizationErased(organizationId));
    });
  }
}
