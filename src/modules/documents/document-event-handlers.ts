import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events.js';
import { ContentRefused } from '../../integrations/malware-scan/malware-scan.events.js';
import { AuditTrail } from '../audit/audit.service.js';
import { OrganizationClosed, OrganizationEmptied } from '../users/organization.events.js';
import { IndexChanges } from './index-changes/index-changes.service.js';
import { DocumentRepository } from './document.repository.js';

@Injectable()
export class DocumentEventHandlers {
  constructor(events: DomainEvents, documents: DocumentRepository, changes: IndexChanges, audit: AuditTrail) {
    events.on(OrganizationClosed, ({ organizationId }) => documents.markAllDeleted(organizationId));
    events.on(OrganizationEmptied, async ({ organizationId }) => {
      await changes.markAll(organizationId);
      await documents.markAllDeleted(organizationId);
    });
    events.on(ContentRefused, ({ reason, signature }) =>
      audit.record({
        action: 'document.upload_refused',
        result: 'failure',
        reason,
        ...(signature !== null && { details: { signature } }),
      }),
    );
  }
}
