import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { OrganizationClosed } from '../../users/organization.events.js';
import { IdentityProviderRepository } from './identity-provider.repository.js';

/** Identity providers of an organization that is over let nobody in, and make no accounts any more. */
@Injectable()
export class ClosedOrganizations {
  constructor(events: DomainEvents, providers: IdentityProviderRepository) {
    events.on(OrganizationClosed, ({ organizationId }) => providers.disableAll(organizationId));
  }
}
