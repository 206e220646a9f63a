import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { Mailer, MailRefusedError } from '../../../integrations/mailer/mailer.js';
import { UserService } from '../../users/user.service.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';
import { ENDPOINT_DISABLED_MAIL, type EndpointDisabledMail } from './endpoint-closer.js';
import { endpointDisabledMail } from './endpoint-disabled-mail.js';

/** Mails on their way at the same time. */
const CONCURRENCY = 1;

/** Sends mails of {@link EndpointCloser} to current administrators, about endpoints that still exist. */
@Injectable()
export class EndpointMailSender implements OnApplicationBootstrap {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly users: UserService,
    private readonly mailer: Mailer,
    private readonly queue: JobQueue,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    const isHopeless = (error: unknown): boolean => error instanceof MailRefusedError;
    const options = { concurrency: CONCURRENCY, isHopeless };
    return this.queue.subscribe<EndpointDisabledMail>(ENDPOINT_DISABLED_MAIL, 'webhook-mails', options, (mail) =>
      this.send(mail),
    );
  }

  private async send({ user_id, organization_id, webhook_id, reason }: EndpointDisabledMail): Promise<void> {
    const user = await this.users.find(user_id);
    const endpoint = await this.endpoints.find(organization_id, webhook_id);
    if (user?.role !== 'admin' || user.status !== 'active' || endpoint === null) return;
    await this.mailer.send(endpointDisabledMail(user, endpoint, reason));
  }
}
