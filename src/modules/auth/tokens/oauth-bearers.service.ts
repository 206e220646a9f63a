import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { OAuthClaims } from './token-claims.js';

/** @throws AppError UNAUTHORIZED (token_type oauth) when what the token stands for is over */
type Authenticate = (claims: OAuthClaims) => Promise<Principal>;
/** @throws AppError UNAUTHORIZED (token_type oauth) when the grant is over */
type Look = (principal: Principal, grantId: string) => Promise<Principal>;

/** What a user lets a client do, while it is in use in an open session. */
export interface ActiveGrant {
  id: string;
  client_id: string;
  client_name: string;
  last_used_at: Date | null;
}

type ListActive = (userId: string) => Promise<ActiveGrant[]>;

/** Says who is behind an OAuth client's access token. How that is found out, the oauth module registers, which knows grants. */
@Injectable()
export class OAuthBearers {
  authenticate: Authenticate = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  /** The caller of an earlier request as they are now; it is no use of the grant. */
  look: Look = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  /** The clients that act for the user at this moment, newest consent first. */
  listActive: ListActive = () => Promise.resolve([]);

  register(authenticate: Authenticate, look: Look, listActive: ListActive): void {
    this.authenticate = authenticate;
    this.look = look;
    this.listActive = listActive;
  }
}
