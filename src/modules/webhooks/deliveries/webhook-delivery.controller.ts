import { Body, Controller, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/auth/principal.js';
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

  /** What the webhook was told of, or is to be, newest first; kept for 30 days. */
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

  /** One delivery with its attempts: what was sent, and what was answered. */
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

  /** Makes one more attempt as soon as what is before it is done, ahead of later deliveries. */
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

  /** Gives up a delivery that waits; later ones need not wait for it any more. */
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

  /** Delivers an event `webhook.test` to this webhook alone. */
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

  /** Delivers what happened in a time once more, behind what waits, with the ids that it had. */
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
