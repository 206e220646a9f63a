import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { UserService } from '../users/user.service.js';
import { MfaLogin, type MfaDemand } from './mfa/mfa-login.service.js';
import { PasswordCheck } from './passwords/password-check.service.js';
import { SessionRenewal } from './sessions/session-renewal.service.js';
import type { ClientInfo } from './sessions/session.service.js';
import { SignInService, type SignIn } from './sign-in/sign-in.service.js';
import { TokenService } from './tokens/token.service.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly users: UserService,
    private readonly renewals: SessionRenewal,
    private readonly tokens: TokenService,
    private readonly passwords: PasswordCheck,
    private readonly signIns: SignInService,
    private readonly secondSteps: MfaLogin,
  ) {}

  /**
   * Signs in, or requires the second factor if the account has one.
   * @throws AppError UNAUTHORIZED (invalid_credentials), the same for a wrong password, an unknown address, a suspended account and an
   * account without a password; RATE_LIMIT_EXCEEDED after too many failures
   */
  async login(email: string, password: string, client: ClientInfo): Promise<SignIn | MfaDemand> {
    const user = await this.passwords.verify(email, password, client.ip);
    if (!user) throw AppError.unauthorized('jwt', 'invalid_credentials');
    if (user.mfa_enabled) return this.secondSteps.begin(user);
    return this.signIns.start(user, client, { methods: ['pwd'], secondFactor: false });
  }

  /** @throws AppError UNAUTHORIZED (token_type refresh) */
  async refresh(refreshToken: string): Promise<SignIn> {
    const claims = await this.tokens.verifyRefresh(refreshToken);
    const user = await this.users.find(claims.sub);
    if (user?.status !== 'active') throw AppError.unauthorized('refresh', 'revoked');
    const session = await this.renewals.refresh(claims.sid, claims.gen);
    return { user, session_id: session.id, ...(await this.tokens.issue(session)) };
  }
}
