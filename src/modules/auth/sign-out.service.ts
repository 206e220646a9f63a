import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { sessionOf } from './sessions/current-session.js';
import { SessionService } from './sessions/session.service.js';
import { StandingAccessService, type StandingAccess } from './standing-access.service.js';

/** How many sessions ended and, when it was all of them, what still acts for the user. */
export interface SignOut {
  ended: number;
  left: StandingAccess | null;
}

/** Signing out of the present session or of all. */
@Injectable()
export class SignOutService {
  constructor(
    private readonly sessions: SessionService,
    private readonly standing: StandingAccessService,
    private readonly db: Database,
  ) {}

  /** @throws AppError INVALID_REQUEST when keys are to end, but not all sessions */
  async signOut(principal: Principal, everywhere: boolean, revokeKeys: boolean): Promise<SignOut> {
    if (revokeKeys && !everywhere) {
      throw AppError.invalid([{ field: 'revoke_api_keys', issue: 'goes with all_sessions' }]);
    }
    await this.sessions.writeActivity();
    return this.db.transaction(async () => ({
      ended: await this.sessions.logout(principal.userId, everywhere ? null : sessionOf(principal)),
      left: everywhere ? await this.standing.settle(principal.userId, revokeKeys, 'logout') : null,
    }));
  }
}
