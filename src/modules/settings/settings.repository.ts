import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Organization } from '../users/organization.entity.js';

export type { MfaPolicy, Organization } from '../users/organization.entity.js';

/** Settings are columns of the organization, so each request's query already has them. */
@Injectable()
export class SettingsRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string): Promise<Organization | null> {
    return this.db.repository(Organization).findOneBy({ id: organizationId });
  }

  /** Locks the organization until the transaction ends; rows that refer to it can still be written. */
  lock(organizationId: string): Promise<Organization | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return this.db.repository(Organization).findOne({ where: { id: organizationId }, lock });
  }

  async apiKeyMaxDays(organizationId: string): Promise<number | null> {
    const sql = `SELECT api_key_max_days FROM organizations WHERE id = $1`;
    const [row] = await this.db.query<Pick<Organization, 'api_key_max_days'>>(sql, [organizationId]);
    return row?.api_key_max_days ?? null;
  }

  save(organization: Organization): Promise<Organization> {
    return this.db.repository(Organization).save(organization);
  }
}
