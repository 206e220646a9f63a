import { Injectable } from '@nestjs/common';
import type { CopilotType } from '../../common/copilot-types.js';
import { Database } from '../../common/database/database.js';
import type { DocumentType } from '../../common/document-types.js';
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

  async enabledCopilots(organizationId: string): Promise<CopilotType[]> {
    const sql = `SELECT copilots_enabled FROM organizations WHERE id = $1`;
    const [row] = await this.db.query<Pick<Organization, 'copilots_enabled'>>(sql, [organizationId]);
    return row?.copilots_enabled ?? [];
  }

  async documentTypes(organizationId: string): Promise<DocumentType[]> {
    const sql = `SELECT document_types FROM organizations WHERE id = $1`;
    const [row] = await this.db.query<Pick<Organization, 'document_types'>>(sql, [organizationId]);
    return row?.document_types ?? [];
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
