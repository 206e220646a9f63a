import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { Answers } from '../../../common/openapi/api-response.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { WebhookEvents } from '../events/webhook-events.service.js';
import { SimulateEventRequest } from './dto/simulation.request.js';
import { SimulatedEventResponse } from './dto/simulation.response.js';

@ApiTags('Sandbox')
@Controller('sandbox/events')
@InSandbox('only')
export class SimulationController {
  constructor(private readonly events: WebhookEvents) {}

  /** Makes an event happen for webhooks and the feed, with the data of its example. Nothing else changes. */
  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Requires('webhook.manage')
  @Answers(HttpStatus.ACCEPTED, SimulatedEventResponse)
  simulateSandboxEvent(
    @CurrentPrincipal() { organizationId }: Principal,
    @Body() { event, data = {} }: SimulateEventRequest,
  ): Promise<SimulatedEventResponse> {
    return this.events.simulate(organizationId, event, data);
  }
}
