import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Organization } from '../users/organization.entity.js';

export type { MfaPolicy, Organization } from '../users/organization.entity.js';

/** Settings are columns of the organization, so that the query that every request makes anyway brings them. */
@Injectable()
export class SettingsRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string): Promise<Organization | null> {
    return this.db.repository(Organization).findOneBy({ id: organizationId });
  }

  /** Takes the organization for the rest of the transaction; rows that refer to it can be written meanwhile. */
  lock(organizationId: string): Promise<Organization | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return this.db.repository(Organization).findOne({ where: { id: organizationId }, lock });
  }

  save(organization: Organization): Promise<Organization> {
    return this.db.repository(Organization).save(organization);
  }
}
