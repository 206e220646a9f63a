import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import type { CopilotType } from '../../common/copilot-types.js';
import type { DocumentType } from '../../common/document-types.js';
import { AppError } from '../../common/errors/app-error.js';
import { SettingsRepository } from './settings.repository.js';

/** What an organization's settings let its people do, asked anew each time: no node keeps settings. */
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

  /** Days that a new API key of the organization works at most. @throws AppError NOT_FOUND */
  async apiKeyMaxDays(organizationId: string): Promise<number> {
    const days = await this.settings.apiKeyMaxDays(organizationId);
    if (days === null) throw AppError.notFound('organization');
    return days;
  }

  documentTypes({ organizationId }: Principal): Promise<DocumentType[]> {
    return this.settings.documentTypes(organizationId);
  }

  /** For what is about to become a document of that type. @throws AppError UNPROCESSABLE (document_type_not_in_use) */
  async requireDocumentType(principal: Principal, type: DocumentType): Promise<void> {
    const inUse = await this.documentTypes(principal);
    if (inUse.includes(type)) return;
    const message = 'Your organization files no new documents of this type';
    throw new AppError('UNPROCESSABLE', message, { reason: 'document_type_not_in_use', document_types: inUse });
  }
}

/** Of whoever asks a copilot that their organization does not use. */
export function copilotDisabled(): AppError {
  return new AppError('FORBIDDEN', 'Your organization does not use this copilot', { reason: 'copilot_disabled' });
}
