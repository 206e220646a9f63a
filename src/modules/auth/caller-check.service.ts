import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { ApiKeyAuthenticator } from './api-keys/api-key-authenticator.js';
import { SessionService } from './sessions/session.service.js';
import { OAuthBearers } from './tokens/oauth-bearers.service.js';

/**
 * Looks again at who was let in when a response began, for responses that last: sessions end, accounts are suspended, roles
 * and teams change meanwhile. To look is no use of a session: an open stream alone keeps none from going idle.
 */
@Injectable()
export class CallerCheck {
  constructor(
    private readonly sessions: SessionService,
    private readonly apiKeys: ApiKeyAuthenticator,
    private readonly oauth: OAuthBearers,
  ) {}

  /**
   * The caller as they are now, with the rights that what they came with still gives.
   *
   * @throws AppError UNAUTHORIZED when that is over, FORBIDDEN (address_not_allowed) when their key does not work from where they are
   */
  again(principal: Principal): Promise<Principal> {
    const { credential } = principal;
    switch (credential.type) {
      case 'session':
        return this.sessions.look(credential.sessionId);
      case 'api_key':
        return this.apiKeys.look(credential.presented);
      case 'oauth':
        return this.oauth.look(principal, credential.grantId);
    }
  }
}
