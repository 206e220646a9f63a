import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events.js';
import { OrganizationClosed } from '../users/organization.events.js';
import { DocumentRepository } from './document.repository.js';

/** Documents of an organization that is over count as deleted: nobody reads them on, and what is stored of them can go. */
@Injectable()
export class ClosedOrganizations {
  constructor(events: DomainEvents, documents: DocumentRepository) {
    events.on(OrganizationClosed, ({ organizationId }) => documents.markAllDeleted(organizationId));
  }
}
