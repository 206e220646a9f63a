import { Inject, Injectable, Logger } from '@nestjs/common';
import { BACKGROUND_WORK } from '../../common/background-work.js';
import { Signals } from '../../common/database/signals.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { SearchIndex } from '../../integrations/search-index/search-index.js';
import { OrganizationErased } from '../users/organization.events.js';

const ERASED = 'organization-erased';

/**
 * Removes the search index of an organization that is no more, on every node: the texts of its documents are in it. A node
 * that does not run just now removes it when it starts (`IndexFollower`).
 */
@Injectable()
export class ErasedOrganizations {
  private readonly logger = new Logger(ErasedOrganizations.name);

  constructor(
    events: DomainEvents,
    signals: Signals,
    private readonly index: SearchIndex,
    @Inject(BACKGROUND_WORK) isWanted: boolean,
  ) {
    events.on(OrganizationErased, ({ organizationId }) => signals.send(ERASED, organizationId));
    // A tool of the command line has no index of its own and ends soon.
    if (isWanted) signals.on(ERASED, (organizationId) => this.drop(organizationId));
  }

  private drop(organizationId: string | null): void {
    // Where signals were missed the next start finds it.
    if (organizationId === null) return;
    this.index.drop(organizationId).catch((error: unknown) => this.logger.warn(error));
  }
}
