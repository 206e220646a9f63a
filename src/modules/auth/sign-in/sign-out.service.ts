import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { sessionOf } from '../sessions/current-session.js';
import { SessionService } from '../sessions/session.service.js';
import { StandingAccessService, type StandingAccess } from './standing-access.service.js';

/** The number of ended sessions and, after signing out of all, what still acts for the user. */
export interface SignOut {
  ended: number;
  left: StandingAccess | null;
}

@Injectable()
export class SignOutService {
  constructor(
    private readonly sessions: SessionService,
    private readonly standing: StandingAccessService,
    private readonly db: Database,
  ) {}

  /** @throws AppError INVALID_REQUEST when keys should be revoked without ending all sessions */
  async signOut(principal: Principal, everywhere: boolean, revokeKeys: boolean): Promise<SignOut> {
    if (revokeKeys && !everywhere) {
      throw AppError.invalid([{ field: 'revoke_api_keys', issue: 'requires all_sessions' }]);
    }
    await this.sessions.writeActivity();
    return this.db.transaction(async () => ({
      ended: await this.sessions.logout(principal.userId, everywhere ? null : sessionOf(principal)),
      left: everywhere ? await this.standing.settle(principal.userId, revokeKeys, 'logout') : null,
    }));
  }
}
