import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { OAuthClaims } from './token-claims.js';

/** @throws AppError UNAUTHORIZED (token_type oauth) when the grant or its session has ended */
type Authenticate = (claims: OAuthClaims) => Promise<Principal>;
/** @throws AppError UNAUTHORIZED (token_type oauth) when the grant has ended */
type Recheck = (principal: Principal, grantId: string) => Promise<Principal>;

export interface ActiveGrant {
  id: string;
  client_id: string;
  client_name: string;
  last_used_at: Date | null;
}

type ListActive = (userId: string) => Promise<ActiveGrant[]>;

/** Authenticates access tokens of OAuth clients, with functions that the oauth module registers. */
@Injectable()
export class OAuthBearers {
  authenticate: Authenticate = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  /** Checks an earlier caller again, without recording a use of the grant. */
  recheck: Recheck = () => Promise.reject(AppError.unauthorized('oauth', 'invalid'));

  /** Clients that act for the user, newest consent first. */
  listActive: ListActive = () => Promise.resolve([]);

  register(authenticate: Authenticate, recheck: Recheck, listActive: ListActive): void {
    this.authenticate = authenticate;
    this.recheck = recheck;
    this.listActive = listActive;
  }
}
