import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { OAuthClaims } from './token-claims.js';

/** @throws AppError UNAUTHORIZED (token_type oauth) when what the token stands for is over */
type Authenticate = (claims: OAuthClaims) => Promise<Principal>;
/** @throws AppError UNAUTHORIZED (token_type oauth) when the grant is over */
type Look = (principal: Principal, grantId: string) => Promise<Principal>;

/** Says who is behind an OAuth client's access token. How that is found out, the oauth module registers, which knows grants. */
@Injectable()
export class OAuthBearers {
  authenticate: Authenticate = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  /** The caller of an earlier request as they are now; it is no use of the grant. */
  look: Look = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  register(authenticate: Authenticate, look: Look): void {
    this.authenticate = authenticate;
    this.look = look;
  }
}
