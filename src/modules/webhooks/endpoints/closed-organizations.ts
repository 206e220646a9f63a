import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { OrganizationClosed } from '../../users/organization.events.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';

/** Other systems are told nothing more of an organization that is over, not that it is either. */
@Injectable()
export class ClosedOrganizations {
  constructor(events: DomainEvents, endpoints: WebhookEndpointRepository) {
    events.on(OrganizationClosed, ({ organizationId }) => endpoints.deleteQueues(organizationId));
  }
}
