import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_URL } from '../../../../common/app-url.js';
import { effectivePermissions, type Reader } from '../../../../common/principal/principal.js';
import { BACKGROUND_WORK } from '../../../../common/runtime/background-work.js';
import { Mailer, MailRefusedError } from '../../../../integrations/mailer/mailer.js';
import { UserService, type User } from '../../../users/user.service.js';
import { NotificationRepository } from '../notification.repository.js';
import { UnsubscribeService } from '../unsubscribe/unsubscribe.service.js';
import { digestMail } from './digest-mail.js';
import { DIGEST_INTERVAL_MS } from './digest-options.js';
import { DigestRepository } from './digest.repository.js';

/** Concurrent digests; each ends long before another process may claim it. */
const CONCURRENCY = 4;
/** Lines of one mail. */
const MOST_LINES = 50;

/**
 * Mails unread notifications, as visible when composed. They count as mailed after the mail server accepts them: a crash in between sends
 * the mail twice but loses none.
 */
@Injectable()
export class DigestSender implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(DigestSender.name);
  private timer: NodeJS.Timeout | undefined;
  private sending = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly digests: DigestRepository,
    private readonly notifications: NotificationRepository,
    private readonly users: UserService,
    private readonly unsubscribe: UnsubscribeService,
    private readonly mailer: Mailer,
    @Inject(APP_URL) private readonly appUrl: string,
    @Inject(DIGEST_INTERVAL_MS) private readonly intervalMs: number,
    @Inject(BACKGROUND_WORK) private readonly isWanted: boolean,
  ) {}

  onApplicationBootstrap(): void {
    if (this.isWanted) this.lookSoon();
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    clearTimeout(this.timer);
  }

  /** The database closes after this: record mails in progress first, or they are sent twice. Takes at most the mail timeout. */
  async onApplicationShutdown(): Promise<void> {
    await this.sending;
  }

  private lookSoon(): void {
    this.timer = setTimeout(() => {
      this.sending = this.sendDue();
    }, this.intervalMs).unref();
  }

  /** Never rejects. */
  private async sendDue(): Promise<void> {
    try {
      let claimed: string[];
      do {
        claimed = await this.digests.claim(CONCURRENCY);
        await Promise.all(claimed.map((userId) => this.send(userId)));
      } while (claimed.length > 0 && !this.isStopping);
    } catch (error) {
      this.logger.warn({ err: error }, 'digests could not be looked for');
    }
    if (!this.isStopping) this.lookSoon();
  }

  private async send(userId: string): Promise<void> {
    try {
      const user = await this.users.find(userId);
      const told = user?.status === 'active' ? await this.tell(user) : null;
      await this.digests.finish(userId, told);
    } catch (error) {
      this.logger.warn({ user_id: userId, err: error }, 'a digest could not be sent');
      await this.digests
        .putOff(userId)
        .catch((failure: unknown) => this.logger.warn({ err: failure }, 'a digest stays in hand for a while'));
    }
  }

  /** @returns position of the newest notification mailed; null if there was nothing to mail, or the server refused it */
  private async tell(user: User): Promise<string | null> {
    const { rows, totalCount } = await this.notifications.listForDigest(readerOf(user), MOST_LINES);
    const [newest] = rows;
    if (!newest) return null;
    const unsubscribeUrl = this.unsubscribe.addressFor(user.id);
    try {
      await this.mailer.send(digestMail(user, rows, { totalCount, appUrl: this.appUrl, unsubscribeUrl }));
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      this.logger.warn({ user_id: user.id, err: error }, 'mail server permanently rejected a digest');
      return null;
    }
    return newest.position;
  }
}

function readerOf({ id, organization_id, team_id, role, grants }: User): Reader {
  return {
    userId: id,
    organizationId: organization_id,
    teamId: team_id,
    role,
    permissions: effectivePermissions({ role, grants }),
  };
}
