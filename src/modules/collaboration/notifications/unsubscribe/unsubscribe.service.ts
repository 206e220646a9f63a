import { Inject, Injectable } from '@nestjs/common';
import { Secrets } from '../../../../common/crypto/secrets.js';
import { TOKEN_ISSUER } from '../../../auth/tokens/token.service.js';
import { NoticePages } from '../../../oauth/pages/notice-pages.service.js';
import { UserService } from '../../../users/user.service.js';
import { PreferencesService } from '../preferences/preferences.service.js';
import { UNSUBSCRIBE_PATH } from './unsubscribe-path.js';

const PURPOSE = 'end of digests';

export interface StatusPage {
  status: 200 | 400;
  html: string;
}

/** By a sealed token for this use only. It does not expire, because mails are kept for years, but ends with its master key. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly secrets: Secrets,
    private readonly users: UserService,
    private readonly preferences: PreferencesService,
    private readonly pages: NoticePages,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  addressFor(userId: string): string {
    const token = this.secrets.encrypt(Buffer.from(userId), PURPOSE).toString('base64url');
    return `${this.issuer}${UNSUBSCRIBE_PATH}?token=${token}`;
  }

  /** A page that asks for confirmation, because mail scanners open links. */
  ask(token: string): StatusPage {
    if (this.read(token) === null) return this.refusal();
    const html = this.pages.notice({
      title: 'End these mails?',
      message: 'You will no longer receive mails about notifications. The service still shows them.',
      button: {
        label: 'End the mails',
        action: `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`,
        fields: { 'List-Unsubscribe': 'One-Click' },
      },
    });
    return { status: 200, html };
  }

  /** Stops the mails. Idempotent. */
  async end(token: string): Promise<StatusPage> {
    const userId = this.read(token);
    if (userId === null) return this.refusal();
    if (await this.users.find(userId)) await this.preferences.endDigests(userId);
    const message =
      'You will no longer receive mails about notifications. You can turn them on again in your settings.';
    return { status: 200, html: this.pages.notice({ title: 'The mails have ended', message }) };
  }

  private refusal(): StatusPage {
    const message = 'The link is incomplete or has expired. Turn the mails off in your settings instead.';
    return { status: 400, html: this.pages.notice({ title: 'This did not work', message }) };
  }

  private read(token: string): string | null {
    try {
      return this.secrets.decrypt(Buffer.from(token, 'base64url'), PURPOSE).toString();
    } catch {
      return null;
    }
  }
}
