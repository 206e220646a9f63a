import { Injectable } from '@nestjs/common';
import type { Account, Payload } from 'oidc-provider';
import { SessionService } from '../../auth/sessions/session.service.js';
import { AccountRepository, type SignedInAccount } from './account.repository.js';

export interface SessionAccount extends Account {
  signedIn: SignedInAccount;
}

/** Accounts of the authorization server are sessions, so codes, tokens and grants end with them. Clients see the user. */
@Injectable()
export class AccountService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly sessions: SessionService,
  ) {}

  async find(sessionId: string): Promise<SignedInAccount | null> {
    let account = await this.accounts.find(sessionId);
    if (account?.idle) {
      // A recent use is possibly still unwritten.
      await this.sessions.writeActivity();
      account = await this.accounts.find(sessionId);
    }
    return account?.idle === false ? account : null;
  }

  async findAccount(sessionId: string): Promise<SessionAccount | undefined> {
    const signedIn = await this.find(sessionId);
    return signedIn
      ? { accountId: signedIn.user_id, claims: () => Promise.resolve(claimsOf(signedIn)), signedIn }
      : undefined;
  }
}

/** All claims of a user; scopes select the returned ones (OpenID Connect Core 1.0, 5.1). */
function claimsOf({ user_id, organization_id, role, name, email, updated_at }: SignedInAccount): Payload {
  return {
    sub: user_id,
    name,
    role,
    organization_id,
    updated_at: Math.floor(updated_at.getTime() / 1000),
    email,
    // Accounts are created by invitation to the address or by an administrator.
    email_verified: true,
  };
}
