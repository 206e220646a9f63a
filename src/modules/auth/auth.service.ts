import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { UserService, type User } from '../users/user.service.js';
import { LoginThrottle } from './passwords/login-throttle.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import type { Session } from './sessions/session.entity.js';
import { SessionService, type ClientInfo } from './sessions/session.service.js';
import { TokenService, type IssuedTokens } from './tokens/token.service.js';

/** A signed-in user with the tokens of the session. */
export interface SignIn extends IssuedTokens {
  user: User;
}

/** Signing in with a password, and staying signed in. */
@Injectable()
export class AuthService {
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly tokens: TokenService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * @throws AppError UNAUTHORIZED (invalid_credentials), the same for a wrong password, an unknown address, a suspended
   * account and one that has no password; RATE_LIMIT_EXCEEDED after too many failures
   */
  async login(email: string, password: string, client: ClientInfo): Promise<SignIn> {
    const user = await this.throttle.attempt(email, client.ip ?? 'unknown', () => this.findByPassword(email, password));
    if (!user) throw AppError.unauthorized('jwt', 'invalid_credentials');
    const session = await this.sessions.start(user.id, client, { methods: ['pwd'], secondFactor: false });
    await this.users.recordLogin(user.id);
    return this.signIn(user, session);
  }

  /** @throws AppError UNAUTHORIZED (token_type refresh) */
  async refresh(refreshToken: string): Promise<SignIn> {
    const claims = await this.tokens.verifyRefresh(refreshToken);
    const user = await this.users.find(claims.sub);
    if (user?.status !== 'active') throw AppError.unauthorized('refresh', 'revoked');
    return this.signIn(user, await this.sessions.refresh(claims.sid, claims.gen));
  }

  /** Takes the same time whether or not there is such a user. */
  private async findByPassword(email: string, password: string): Promise<User | null> {
    const user = await this.users.findForLogin(email);
    const mayUsePassword = user !== null && user.status === 'active' && user.role !== 'api_user';
    const matches = await this.hasher.verify(mayUsePassword ? user.password_hash : null, password);
    return matches ? user : null;
  }

  private async signIn(user: User, session: Session): Promise<SignIn> {
    return { user, ...(await this.tokens.issue(session)) };
  }
}
