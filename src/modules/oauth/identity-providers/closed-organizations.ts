import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { OrganizationClosed } from '../../users/organization.events.js';
import { IdentityProviderRepository } from './identity-provider.repository.js';

@Injectable()
export class ClosedOrganizations {
  constructor(events: DomainEvents, providers: IdentityProviderRepository) {
    events.on(OrganizationClosed, ({ organizationId }) => providers.disableAll(organizationId));
  }
}
