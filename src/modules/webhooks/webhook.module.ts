import { Module } from '@nestjs/common';
import { SignInModule } from '../auth/sign-in/sign-in.module.js';
import { UserModule } from '../users/user.module.js';
import { WebhookDeliveryController } from './deliveries/webhook-delivery.controller.js';
import { WebhookDeliveryRepository } from './deliveries/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './deliveries/webhook-delivery.service.js';
import { WebhookQueueRepository } from './deliveries/webhook-queue.repository.js';
import { WebhookRetention } from './deliveries/webhook-retention.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { DeliveryMetrics } from './delivery/delivery-metrics.js';
import { DeliveryQueueRepository } from './delivery/delivery-queue.repository.js';
import { DeliverySender } from './delivery/delivery-sender.js';
import { EndpointCloser } from './delivery/endpoint-closer.js';
import { EndpointMailSender } from './delivery/endpoint-mail-sender.js';
import { EndpointTurn } from './delivery/endpoint-turn.js';
import { EndpointSwitch } from './endpoints/endpoint-switch.service.js';
import { WebhookEndpointRepository } from './endpoints/webhook-endpoint.repository.js';
import { WebhookEndpointService } from './endpoints/webhook-endpoint.service.js';
import { WebhookController } from './endpoints/webhook.controller.js';
import { WebhookEventHandlers } from './events/webhook-event-handlers.js';
import { WebhookEventRepository } from './events/webhook-event.repository.js';
import { EventFeedController } from './feed/event-feed.controller.js';
import { EventFeed } from './feed/event-feed.service.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { WebhookEvents } from './events/webhook-events.service.js';

/** Notifies customers' systems of changes. */
@Module({
  imports: [UserModule, SignInModule],
  controllers: [WebhookController, WebhookDeliveryController, EventFeedController, SimulationController],
  providers: [
    WebhookEvents,
    WebhookEventRepository,
    WebhookEventHandlers,
    EventFeed,
    WebhookEndpointService,
    WebhookEndpointRepository,
    EndpointSwitch,
    WebhookDeliveryService,
    WebhookDeliveryRepository,
    WebhookQueueRepository,
    WebhookRetention,
    DeliveryQueueRepository,
    DeliverySender,
    DeliveryDispatcher,
    EndpointTurn,
    EndpointCloser,
    EndpointMailSender,
    DeliveryMetrics,
  ],
})
export class WebhookModule {}
