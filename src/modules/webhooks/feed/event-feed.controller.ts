import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ListEventsQuery } from './dto/event-feed.request.js';
import { EventResponse } from './dto/event-feed.response.js';
import { EventFeed } from './event-feed.service.js';

@ApiTags('Webhooks')
@Controller('events')
export class EventFeedController {
  constructor(private readonly feed: EventFeed) {}

  /**
   * Lists the events that webhooks report, oldest first. They are kept for 30 days.
   *
   * @remarks Ask again with the last event as `after`. No event appears before one that was listed.
   */
  @Get()
  @Requires('webhook.manage')
  @Expensive()
  @Fails('GONE', 'event_expired')
  @AnswersPage(EventResponse)
  listEvents(@CurrentPrincipal() principal: Principal, @Query() query: ListEventsQuery): Promise<Page<EventResponse>> {
    return this.feed.list(principal, query);
  }
}
