import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { OAuthClaims } from './token-claims.js';

/** @throws AppError UNAUTHORIZED (token_type oauth) when what the token stands for is over */
type Authenticate = (claims: OAuthClaims) => Promise<Principal>;

/** Says who is behind an OAuth client's access token. How that is found out, the oauth module registers, which knows grants. */
@Injectable()
export class OAuthBearers {
  authenticate: Authenticate = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  register(authenticate: Authenticate): void {
    this.authenticate = authenticate;
  }
}
