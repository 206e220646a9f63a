import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { Mailer, MailRefusedError } from '../../../integrations/mailer/mailer.js';
import { UserService } from '../../users/user.service.js';
import { deletionMail } from './deletion-mail.js';
import { DELETION_MAIL, type DeletionMail } from './organization-deletion.service.js';

/** Mails on their way at the same time. */
const CONCURRENCY = 1;

/** Sends what was announced, to those who are administrators still. */
@Injectable()
export class DeletionMailSender implements OnModuleInit {
  constructor(
    private readonly users: UserService,
    private readonly mailer: Mailer,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): Promise<void> {
    const isHopeless = (error: unknown): boolean => error instanceof MailRefusedError;
    const options = { concurrency: CONCURRENCY, isHopeless };
    return this.queue.subscribe<DeletionMail>(DELETION_MAIL, 'organization-deletion-mails', options, (mail) =>
      this.send(mail),
    );
  }

  private async send({ user_id, news, due_at }: DeletionMail): Promise<void> {
    const user = await this.users.find(user_id);
    if (user?.role !== 'admin' || user.status !== 'active') return;
    const organization = await this.users.organizationNameOf(user);
    await this.mailer.send(deletionMail(user, organization, news, due_at));
  }
}
