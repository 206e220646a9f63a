import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { KnownDevices } from '../devices/known-devices.service.js';
import { SessionService, type ClientInfo, type Proof } from '../sessions/session.service.js';
import { TokenService, type IssuedTokens } from '../tokens/token.service.js';

export interface SignIn extends IssuedTokens {
  user: User;
  session_id: string;
}

/** The last step of every way to sign in: starts the session and records it. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly tokens: TokenService,
    private readonly devices: KnownDevices,
    private readonly audit: AuditTrail,
    private readonly db: Database,
  ) {}

  /**
   * Starts a session for an authenticated user. Call outside a transaction.
   * @param claim consumes, in the same transaction, what the sign-in is based on; throws if that is no longer valid. Returns the user if it
   * changed them
   * @throws AppError UNAUTHORIZED (invalid_credentials) when the account was closed or its credentials changed meanwhile
   */
  async start(
    known: User,
    client: ClientInfo,
    proof: Proof,
    claim: () => Promise<User | void> = () => Promise.resolve(),
  ): Promise<SignIn> {
    await this.sessions.writeActivity();
    const { user, session } = await this.db.transaction(async () => {
      const user = (await claim()) ?? known;
      const session = await this.sessions.start(user.id, client, proof);
      const [isRecorded] = await this.db.together(() =>
        Promise.all([this.users.recordLogin(user), this.devices.noteSignIn(user.id, client)]),
      );
      // The user's row is locked: a suspension or a credential change comes before this or finds the session.
      if (!isRecorded) throw AppError.unauthorized('jwt', 'invalid_credentials');
      await this.audit.record({
        action: 'auth.login',
        target: { type: 'user', id: user.id },
        actor: { type: 'user', id: user.id, session_id: session.id },
        organization_id: user.organization_id,
        details: { methods: proof.methods },
      });
      return { user, session };
    });
    return { user, session_id: session.id, ...(await this.tokens.issue(session)) };
  }
}
