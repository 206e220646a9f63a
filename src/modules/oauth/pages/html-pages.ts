import { Inject, Injectable } from '@nestjs/common';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { OAuthPages } from '../server/oauth-pages.js';
import { PAGE_HEADERS } from './page-headers.js';
import { rootOf } from './page-root.js';
import { errorPage, onwardPage, signedOutPage, signOutPage, stillSignedInPage } from './views/notices.js';

/** Errors of RFC 6749, 4.1.2.1, OpenID Connect Core 3.1.2.6 and RP-Initiated Logout that cannot be sent to a client. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_client: 'The application is not registered.',
  invalid_redirect_uri: 'The redirect URI of the application is not registered.',
  access_denied: 'The application cannot be used with this account.',
  server_error: 'An unexpected error occurred. Try again in a few minutes.',
  temporarily_unavailable: 'The service is busy. Try again in a few minutes.',
};
const OTHERWISE = 'The application sent an invalid request. Go back to it and sign in again.';

@Injectable()
export class HtmlPages extends OAuthPages {
  readonly headers = PAGE_HEADERS;
  private readonly root: string;

  constructor(@Inject(TOKEN_ISSUER) issuer: string) {
    super();
    this.root = rootOf(issuer);
  }

  /** The description addresses the application's developer. */
  error({ error, description }: { error: string; description: string | null }): string {
    const reference = description === null ? error : `${error}: ${description}`;
    return errorPage({
      root: this.root,
      title: 'You cannot be signed in',
      message: WORDS[error] ?? OTHERWISE,
      reference,
    });
  }

  signOut(form: { action: string; xsrf: string }): string {
    return signOutPage({ root: this.root, ...form });
  }

  onward(address: string): string {
    return onwardPage(this.root, address);
  }

  signedOut(): string {
    return signedOutPage(this.root);
  }

  stillSignedIn(): string {
    return stillSignedInPage(this.root);
  }
}
