import { Body, Controller, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { ListDeliveriesQuery, ReplayRequest } from './dto/delivery.request.js';
import { DeliveryLogResponse, DeliveryResponse, ReplayResponse } from './dto/delivery.response.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

@ApiTags('Webhooks')
@Controller('webhooks/:id')
export class WebhookDeliveryController {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  /** Lists the deliveries of a webhook, newest first. They are kept for 30 days. */
  @Get('deliveries')
  @Requires('webhook.manage')
  @AnswersPage(DeliveryResponse)
  async listWebhookDeliveries(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Query() query: ListDeliveriesQuery,
  ): Promise<Page<DeliveryResponse>> {
    return (await this.deliveries.list(principal, id, query)).map((delivery) => DeliveryResponse.from(delivery));
  }

  /** Returns a delivery with its attempts: requests and responses. */
  @Get('deliveries/:delivery_id')
  @Requires('webhook.manage')
  @Answers(HttpStatus.OK, DeliveryLogResponse)
  async getWebhookDelivery(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Param('delivery_id', new IdPipe('webhook_delivery')) deliveryId: string,
  ): Promise<DeliveryLogResponse> {
    return DeliveryLogResponse.of(await this.deliveries.get(principal, id, deliveryId));
  }

  /** Retries a delivery as soon as earlier ones are done, ahead of later ones. */
  @Post('deliveries/:delivery_id/retry')
  @Requires('webhook.manage')
  @Fails('CONFLICT', 'webhook_disabled', 'event_withdrawn')
  @Answers(HttpStatus.ACCEPTED, DeliveryResponse)
  async retryWebhookDelivery(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Param('delivery_id', new IdPipe('webhook_delivery')) deliveryId: string,
  ): Promise<DeliveryResponse> {
    return DeliveryResponse.from(await this.deliveries.retry(principal, id, deliveryId));
  }

  /** Cancels a waiting delivery. Later ones no longer wait for it. */
  @Post('deliveries/:delivery_id/cancel')
  @Requires('webhook.manage')
  @Fails('CONFLICT', 'not_pending')
  @Answers(HttpStatus.OK, DeliveryResponse)
  async cancelWebhookDelivery(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Param('delivery_id', new IdPipe('webhook_delivery')) deliveryId: string,
  ): Promise<DeliveryResponse> {
    return DeliveryResponse.from(await this.deliveries.cancel(principal, id, deliveryId));
  }

  /** Sends the event `webhook.test` to this webhook. */
  @Post('test')
  @Requires('webhook.manage')
  @Fails('CONFLICT', 'webhook_disabled', 'idempotency_key_in_use')
  @Idempotent()
  @Answers(HttpStatus.ACCEPTED, DeliveryResponse)
  async testWebhook(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
  ): Promise<DeliveryResponse> {
    return DeliveryResponse.from(await this.deliveries.test(principal, id));
  }

  /** Sends the events of a period again, with their original ids, after waiting deliveries. */
  @Post('replay')
  @Requires('webhook.manage')
  @Fails('CONFLICT', 'webhook_disabled', 'queue_full', 'idempotency_key_in_use')
  @Fails('UNPROCESSABLE', 'too_many_events', 'idempotency_key_reused')
  @Idempotent()
  @Answers(HttpStatus.ACCEPTED, ReplayResponse)
  async replayWebhookEvents(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('webhook')) id: string,
    @Body() body: ReplayRequest,
  ): Promise<ReplayResponse> {
    return { replayed: await this.deliveries.replay(principal, id, body) };
  }
}
