import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { DEPRECATIONS, type DeprecationId } from '../../../common/deprecation/deprecations.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { toOneLine } from '../../../integrations/mailer/mail-address.js';
import { Mailer, MailRefusedError, type Mail } from '../../../integrations/mailer/mailer.js';
import { layOutMessage } from '../../../integrations/mailer/message-layout.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { UserService } from '../../users/user.service.js';
import { guideUrl, nameOf } from './deprecation-names.js';
import { DeprecationRepository } from './deprecation.repository.js';

const QUEUE = 'deprecation-mail';
/** Mails on their way at the same time. */
const CONCURRENCY = 1;
/** Days before the sunset at which administrators are reminded; the first mail goes out when a call is seen. */
const REMINDERS = [7, 30, 90] as const;
const FIRST = 32_767;
const DAY_MS = 86_400_000;

interface DeprecationMail {
  user_id: string;
  organization_id: string;
  deprecation: DeprecationId;
}

/** Mails administrators whose organization calls what is deprecated. */
@Injectable()
export class DeprecationNotices implements OnApplicationBootstrap {
  constructor(
    private readonly calls: DeprecationRepository,
    private readonly users: UserService,
    private readonly mailer: Mailer,
    private readonly queue: JobQueue,
    private readonly db: Database,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    const isHopeless = (error: unknown): boolean => error instanceof MailRefusedError;
    const options = { concurrency: CONCURRENCY, isHopeless };
    return this.queue.subscribe<DeprecationMail>(QUEUE, 'deprecation-mails', options, (mail) => this.send(mail));
  }

  /** One mail for each reminder, deprecation and administrator, also when nodes run it at the same time. */
  async run(): Promise<void> {
    await this.calls.deleteOld();
    for (const deprecation of Object.keys(DEPRECATIONS) as DeprecationId[]) {
      const daysLeft = (Date.parse(DEPRECATIONS[deprecation].sunset) - Date.now()) / DAY_MS;
      if (daysLeft < 0) continue;
      const days = REMINDERS.find((reminder) => daysLeft <= reminder) ?? FIRST;
      await this.db.transaction(async () => {
        for (const organization_id of await this.calls.notice(deprecation, days)) {
          for (const user_id of await this.users.activeAdminIds(organization_id))
            await this.queue.publish(QUEUE, { user_id, organization_id, deprecation } satisfies DeprecationMail);
        }
      });
    }
  }

  private async send({ user_id, organization_id, deprecation }: DeprecationMail): Promise<void> {
    const user = await this.users.find(user_id);
    // A node of another release may have written the mail.
    if (!(deprecation in DEPRECATIONS) || user?.role !== 'admin' || user.status !== 'active') return;
    const callers = await this.calls.countCallers(organization_id, deprecation);
    if (callers > 0) await this.mailer.send(deprecationMail(user, deprecation, callers, this.issuer));
  }
}

function deprecationMail(
  to: { name: string; email: string },
  id: DeprecationId,
  callers: number,
  issuer: string,
): Mail {
  const deprecation = DEPRECATIONS[id];
  const { sunset, successor, guide } = deprecation;
  const who = callers === 1 ? 'One caller' : `${callers} callers`;
  const content = {
    greeting: `Hello ${toOneLine(to.name)},`,
    paragraphs: [
      `${who} of your organization used ${nameOf(deprecation)} in the last 30 days. It is deprecated and stops working on ${sunset}. Its successor is ${successor}.`,
      `GET /deprecations lists the callers.`,
    ],
    action: { label: 'Read the migration guide', url: guideUrl(issuer, guide) },
  };
  return {
    to: to.email,
    subject: `A deprecated part of the API stops working on ${sunset}`,
    ...layOutMessage(content),
  };
}
