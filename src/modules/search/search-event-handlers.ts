import { Inject, Injectable, Logger } from '@nestjs/common';
import { BACKGROUND_WORK } from '../../common/runtime/background-work.js';
import { Signals } from '../../common/database/signals.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { SearchIndex } from '../../integrations/search-index/search-index.js';
import { OrganizationErased } from '../users/organization.events.js';

const ERASED = 'organization-erased';

/** Removes the index of an erased organization on every node; a node that is down does so at its next start. */
@Injectable()
export class SearchEventHandlers {
  private readonly logger = new Logger(SearchEventHandlers.name);

  constructor(
    events: DomainEvents,
    signals: Signals,
    private readonly index: SearchIndex,
    @Inject(BACKGROUND_WORK) isWanted: boolean,
  ) {
    events.on(OrganizationErased, ({ organizationId }) => signals.send(ERASED, organizationId));
    // Command-line tools have no index.
    if (isWanted) signals.on(ERASED, (organizationId) => this.drop(organizationId));
  }

  private drop(organizationId: string | null): void {
    // Signals were missed; the next start removes the index.
    if (organizationId === null) return;
    this.index.drop(organizationId).catch((error: unknown) => this.logger.warn(error));
  }
}
