import { Inject, Injectable } from '@nestjs/common';
import { Secrets } from '../../../../common/crypto/secrets.js';
import { TOKEN_ISSUER } from '../../../auth/tokens/token.service.js';
import { NoticePages } from '../../../oauth/pages/notice-pages.service.js';
import { UserService } from '../../../users/user.service.js';
import { PreferencesService } from '../preferences/preferences.service.js';
import { UNSUBSCRIBE_PATH } from './unsubscribe-path.js';

const PURPOSE = 'end of digests';

/** An HTML page and the status that it comes with. */
export interface StatusPage {
  status: 200 | 400;
  html: string;
}

/**
 * The end of digests for whoever has one, without signing in. The token names the user, sealed, and is good for that alone;
 * it does not expire, since mails are kept for long, but goes with the master key that it was made under.
 */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly secrets: Secrets,
    private readonly users: UserService,
    private readonly preferences: PreferencesService,
    private readonly pages: NoticePages,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  /** Address at which the user's digests end. */
  addressFor(userId: string): string {
    const token = this.secrets.encrypt(Buffer.from(userId), PURPOSE).toString('base64url');
    return `${this.issuer}${UNSUBSCRIBE_PATH}?token=${token}`;
  }

  /** Asks whether it is meant: mail programs and scanners open addresses that nobody clicked. */
  ask(token: string): StatusPage {
    if (this.read(token) === null) return this.refusal();
    const html = this.pages.notice({
      title: 'End these mails?',
      message: 'You will get no more mails about notifications. In the service you are told of them as before.',
      button: {
        label: 'End the mails',
        action: `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`,
        fields: { 'List-Unsubscribe': 'One-Click' },
      },
    });
    return { status: 200, html };
  }

  /** Ends the mails. Ended already, it is the same. */
  async end(token: string): Promise<StatusPage> {
    const userId = this.read(token);
    if (userId === null) return this.refusal();
    if (await this.users.find(userId)) await this.preferences.endDigests(userId);
    const message = 'You will get no more mails about notifications. You can turn them on again in your settings.';
    return { status: 200, html: this.pages.notice({ title: 'The mails have ended', message }) };
  }

  private refusal(): StatusPage {
    const message = 'The address is not complete, or too old. Turn the mails off in your settings instead.';
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
