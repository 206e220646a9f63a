import { Injectable } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Principal } from '../../../common/principal/principal.js';
import { SandboxEntrance } from '../../../common/sandbox/sandbox-entrance.js';
import { ApiKeyAuthenticator } from '../api-keys/api-key-authenticator.js';
import { SessionService } from '../sessions/session.service.js';
import { OAuthBearers } from '../tokens/oauth-bearers.service.js';

/** Errors that mean the caller no longer has access. */
const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN']);

/** Checks callers again during long responses. A check is no use of the session, so an open stream does not keep it from idling. */
@Injectable()
export class CallerCheck {
  constructor(
    private readonly sessions: SessionService,
    private readonly apiKeys: ApiKeyAuthenticator,
    private readonly oauth: OAuthBearers,
    private readonly sandbox: SandboxEntrance,
  ) {}

  /** @throws AppError UNAUTHORIZED for an invalid credential, FORBIDDEN (address_not_allowed) for an API key's address */
  async again(principal: Principal): Promise<Principal> {
    const current = await this.current(principal);
    const isOutside = principal.sandbox !== undefined && current.sandbox === undefined;
    return isOutside ? this.sandbox.enter(current) : current;
  }

  private current(principal: Principal): Promise<Principal> {
    const { credential } = principal;
    switch (credential.type) {
      case 'session':
        return credential.console
          ? this.oauth.recheck(principal, credential.console.grantId)
          : this.sessions.recheck(credential.sessionId);
      case 'api_key':
        return this.apiKeys.recheck(credential.presented);
      case 'oauth':
        return this.oauth.recheck(principal, credential.grantId);
    }
  }

  /** The caller's current rights; null without access or the permission. */
  async stillAllowed(principal: Principal, permission: Permission): Promise<Principal | null> {
    try {
      const caller = await this.again(principal);
      return caller.permissions.has(permission) && !caller.credential.mfaMissing ? caller : null;
    } catch (error) {
      if (error instanceof AppError && REFUSALS.has(error.code)) return null;
      throw error;
    }
  }
}
