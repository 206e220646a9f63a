import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../common/principal/principal.js';
import type { CopilotType } from '../../common/copilot-types.js';
import type { DocumentType } from '../../common/document-types.js';
import { AppError } from '../../common/errors/app-error.js';
import { SettingsRepository, type Organization } from './settings.repository.js';

export type { Organization } from './settings.repository.js';

/** Organizations whose settings are kept in memory. */
const MAX_KNOWN = 1_000;

/** Policies from an organization's settings. */
@Injectable()
export class OrganizationPolicies {
  private readonly known = new LRUCache<string, Organization>({ max: MAX_KNOWN });

  constructor(private readonly settings: SettingsRepository) {}

  /**
   * The settings when the caller's credential was checked, or later. Kept in memory by their version, which the check of each request returns,
   * so that a change applies to the next request on every node.
   * @throws AppError NOT_FOUND
   */
  async settingsOf({
    organizationId,
    organizationVersion,
  }: Pick<Principal, 'organizationId' | 'organizationVersion'>): Promise<Organization> {
    const known = this.known.get(organizationId);
    if (known?.row_version === organizationVersion) return known;
    const current = await this.settings.find(organizationId);
    if (!current) throw AppError.notFound('organization');
    // Another version may be one that an open transaction rolls back.
    if (current.row_version === organizationVersion) this.known.set(organizationId, current);
    return current;
  }

  async enabledCopilots(principal: Principal): Promise<CopilotType[]> {
    return (await this.settingsOf(principal)).copilots_enabled;
  }

  /** @throws AppError FORBIDDEN (copilot_disabled) */
  async requireCopilot(principal: Principal, type: CopilotType): Promise<void> {
    if (!(await this.enabledCopilots(principal)).includes(type)) throw copilotDisabled();
  }

  /** Maximum days of a new API key. @throws AppError NOT_FOUND */
  async apiKeyMaxDays(organizationId: string): Promise<number> {
    const days = await this.settings.apiKeyMaxDays(organizationId);
    if (days === null) throw AppError.notFound('organization');
    return days;
  }

  async documentTypes(principal: Principal): Promise<DocumentType[]> {
    return (await this.settingsOf(principal)).document_types;
  }

  /** For new documents. @throws AppError UNPROCESSABLE (document_type_not_in_use) */
  async requireDocumentType(principal: Principal, type: DocumentType): Promise<void> {
    const inUse = await this.documentTypes(principal);
    if (inUse.includes(type)) return;
    const message = 'Your organization does not accept new documents of this type';
    throw new AppError('UNPROCESSABLE', message, { reason: 'document_type_not_in_use', document_types: inUse });
  }
}

/** Error for a copilot that the organization does not use. */
export function copilotDisabled(): AppError {
  return new AppError('FORBIDDEN', 'Your organization has disabled this copilot', { reason: 'copilot_disabled' });
}
