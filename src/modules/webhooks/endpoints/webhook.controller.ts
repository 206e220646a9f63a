import { Body, Controller, Delete, Get, Header, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../events/event-types.js';
import { CreateWebhookRequest, RotateWebhookSecretRequest, UpdateWebhookRequest } from './dto/webhook.request.js';
import { CreatedWebhookResponse, WebhookEventTypeResponse, WebhookResponse } from './dto/webhook.response.js';
import { WebhookEndpointService } from './webhook-endpoint.service.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookController {
  constructor(private readonly webhooks: WebhookEndpointService) {}

  /** Lists the event types of webhooks. */
  @Get('event-types')
  @Requires('webhook.manage')
  @AnswersList(WebhookEventTypeResponse)
  listWebhookEventTypes(): readonly WebhookEventType[] {
    return WEBHOOK_EVENT_TYPES;
  }

  /** Lists the organization's webhooks, newest first. */
  @Get()
  @Requires('webhook.manage')
  @AnswersPage(WebhookResponse)
  async listWebhooks(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<WebhookResponse>> {
    return (await this.webhooks.list(principal, query)).map((endpoint) => WebhookResponse.from(endpoint));
  }

  /** Creates a webhook. Only this response shows its secret. */
  @Post()
  @Requires('webhook.manage', { freshProof: true })
  @Fails('CONFLICT', 'too_many_webhooks', 'idempotency_key_in_use')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.CREATED, CreatedWebhookResponse)
  async createWebhook(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateWebhookRequest,
  ): Promise<CreatedWebhookResponse> {
    return CreatedWebhookResponse.of(await this.webhooks.create(principal, body));
  }

  /** Returns a webhook. */
  @Get(':id')
  @Requires('webhook.manage')
  @Answers(HttpStatus.OK, WebhookResponse)
  async getWebhook(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
  ): Promise<WebhookResponse> {
    return WebhookResponse.from(await this.webhooks.get(principal, id));
  }

  /** Updates a webhook, or switches it on or off. */
  @Patch(':id')
  @Requires('webhook.manage', { freshProof: true })
  @Answers(HttpStatus.OK, WebhookResponse)
  async updateWebhook(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Body() body: UpdateWebhookRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<WebhookResponse> {
    return WebhookResponse.from(await this.webhooks.update(principal, id, body, ifMatch));
  }

  /**
   * Replaces the secret. Only this response shows the new one.
   *
   * @remarks Requests carry signatures of both secrets during the grace period.
   */
  @Post(':id/rotate-secret')
  @Requires('webhook.manage', { freshProof: true })
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, CreatedWebhookResponse)
  async rotateWebhookSecret(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Body() body: RotateWebhookSecretRequest,
  ): Promise<CreatedWebhookResponse> {
    const graceSeconds = RotateWebhookSecretRequest.graceSecondsOf(body);
    return CreatedWebhookResponse.of(await this.webhooks.rotateSecret(principal, id, graceSeconds));
  }

  /** Deletes a webhook with its waiting deliveries and its log. */
  @Delete(':id')
  @Requires('webhook.manage')
  @AnswersNothing()
  deleteWebhook(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
  ): Promise<void> {
    return this.webhooks.delete(principal, id);
  }
}
