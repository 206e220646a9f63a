import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import type { CopilotType } from '../../common/copilot-types.js';
import type { DocumentType } from '../../common/document-types.js';
import { AppError } from '../../common/errors/app-error.js';
import { SettingsRepository } from './settings.repository.js';

/** Policies from an organization's settings, queried each time: nodes do not cache settings. */
@Injectable()
export class OrganizationPolicies {
  constructor(private readonly settings: SettingsRepository) {}

  enabledCopilots({ organizationId }: Principal): Promise<CopilotType[]> {
    return this.settings.enabledCopilots(organizationId);
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

  documentTypes({ organizationId }: Principal): Promise<DocumentType[]> {
    return this.settings.documentTypes(organizationId);
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
