import { Injectable } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { TokenService } from '../../auth/tokens/token.service.js';
import { standardBody } from '../delivery/event-formats.js';
import type { WebhookEvent } from '../events/webhook-event.entity.js';
import { WebhookEventRepository } from '../events/webhook-event.repository.js';
import type { ListEventsQuery } from './dto/event-feed.request.js';
import type { EventResponse } from './dto/event-feed.response.js';

/** `typ` of the signatures: no verifier of tokens accepts it (RFC 8725, 3.11). */
const EVENT_TYPE = 'event+jws';
const BEGINNING = '0';

/** What webhooks report, for clients that cannot receive requests. */
@Injectable()
export class EventFeed {
  constructor(
    private readonly events: WebhookEventRepository,
    private readonly paginator: KeysetPaginator,
    private readonly tokens: TokenService,
  ) {}

  /** Oldest first. An event is listed once all earlier ones are. @throws AppError GONE (event_expired) */
  async list({ organizationId, sandbox }: Principal, query: ListEventsQuery): Promise<Page<EventResponse>> {
    const page = await this.paginator.page('events', query, async (cursorId, rowCount) => {
      const after = await this.positionOf(organizationId, cursorId ?? query.after);
      const horizon = await this.events.findHorizon(organizationId);
      return this.events.listBetween(organizationId, [after, horizon], query, rowCount);
    });
    const items = await Promise.all(page.items.map((event) => this.sign(event, sandbox === undefined)));
    return new Page(items, page.pagination);
  }

  private async positionOf(organizationId: string, eventId: string | undefined): Promise<string> {
    if (eventId === undefined) return BEGINNING;
    const position = await this.events.findPosition(organizationId, eventId);
    if (position === null) {
      const message = 'The event is unknown or older than 30 days. Events may be missing: read the list with from';
      throw new AppError('GONE', message, { reason: 'event_expired' });
    }
    return position;
  }

  private async sign(
    { id, organization_id, type, data, occurred_at }: WebhookEvent,
    livemode: boolean,
  ): Promise<EventResponse> {
    const event = { id, organization_id, ...standardBody({ event_id: id, type, data, occurred_at }, { livemode }) };
    return { ...event, signature: await this.tokens.signStatement({ iss: this.tokens.issuer, ...event }, EVENT_TYPE) };
  }
}
