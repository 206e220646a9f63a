import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AuditTrail } from '../audit/audit.service.js';
import { UserService, type User } from '../users/user.service.js';
import { SessionService, type ClientInfo, type Proof } from './sessions/session.service.js';
import { TokenService, type IssuedTokens } from './tokens/token.service.js';

/** A signed-in user with the tokens of the session. */
export interface SignIn extends IssuedTokens {
  user: User;
}

/** The end of every way to sign in: a session starts, and the trail says so. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly tokens: TokenService,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /** Starts a session of a user who has proven who they are. Not inside a transaction. */
  async start(user: User, client: ClientInfo, proof: Proof): Promise<SignIn> {
    await this.sessions.writeActivity();
    const session = await this.db.transaction(async () => {
      const started = await this.sessions.start(user.id, client, proof);
      await this.users.recordLogin(user.id);
      await this.audit.record({
        action: 'auth.login',
        target: { type: 'user', id: user.id },
        actor: { type: 'user', id: user.id, session_id: started.id },
        organization_id: user.organization_id,
        details: { methods: proof.methods },
      });
      return started;
    });
    return { user, ...(await this.tokens.issue(session)) };
  }
}
