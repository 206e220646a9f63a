import { Injectable } from '@nestjs/common';
import type { Account, Payload } from 'oidc-provider';
import { SessionService } from '../../auth/sessions/session.service.js';
import { AccountRepository, type SignedInAccount } from './account.repository.js';

/** An account as oidc-provider knows it, with what our own checks need. */
export interface SessionAccount extends Account {
  signedIn: SignedInAccount;
}

/**
 * The accounts of the authorization server are sessions: what it remembers, codes, refresh tokens and grants, names a session
 * as its account. So all of it ends when the session ends, however that comes. To clients an account is its user.
 */
@Injectable()
export class AccountService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sessions: SessionService,
  ) {}

  /** Who is signed in in the session; null when it is over. */
  async find(sessionId: string): Promise<SignedInAccount | null> {
    let account = await this.accounts.find(sessionId);
    if (account?.idle) {
      // Unless it was used a moment ago, which is not written yet.
      await this.sessions.writeActivity();
      account = await this.accounts.find(sessionId);
    }
    return account?.idle === false ? account : null;
  }

  /** The same for oidc-provider. */
  async findAccount(sessionId: string): Promise<SessionAccount | undefined> {
    const signedIn = await this.find(sessionId);
    return signedIn
      ? { accountId: signedIn.user_id, claims: () => Promise.resolve(claimsOf(signedIn)), signedIn }
      : undefined;
  }
}

/** What there is to say about a user; which of it is said, the scopes decide (OpenID Connect Core 1.0, 5.1). */
function claimsOf({ user_id, organization_id, role, name, email, updated_at }: SignedInAccount): Payload {
  return {
    sub: user_id,
    name,
    role,
    organization_id,
    updated_at: Math.floor(updated_at.getTime() / 1000),
    email,
    // Accounts are made by invitation to the address, or by an administrator.
    email_verified: true,
  };
}
