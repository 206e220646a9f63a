import { Injectable } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { passwordIssue } from '../passwords/password-policy.js';
import type { ClientInfo, Proof } from '../sessions/session.service.js';
import { SignInService, type SignIn } from '../sign-in/sign-in.service.js';
import { invalidToken, OneTimeTokens } from '../account-mails/one-time-tokens.service.js';

export interface Acceptance {
  token: string;
  name: string;
  password: string;
}

@Injectable()
export class InvitationService {
  constructor(
    private readonly users: UserService,
    private readonly tokens: OneTimeTokens,
    private readonly hasher: PasswordHasher,
    private readonly signIns: SignInService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Activates the account and signs in atomically. Only one of several parallel calls with a token succeeds.
   * @throws AppError INVALID_REQUEST for an unknown, used, expired or revoked token (field token) and for an unacceptable password (field
   * password), which does not consume the token
   */
  async accept({ token, name, password }: Acceptance, client: ClientInfo): Promise<SignIn> {
    const invitation = await this.tokens.find('invitation', token);
    const invited = invitation && (await this.users.find(invitation.user_id));
    if (invited?.status !== 'invited') throw invalidToken();
    const organization = await this.users.organizationNameOf(invited);
    const issue = await passwordIssue(password, { name, email: invited.email, organization });
    if (issue !== null) throw AppError.invalid([{ field: 'password', issue }]);
    const passwordHash = await this.hasher.hash(password);
    const proof: Proof = { methods: ['pwd'], secondFactor: false };
    return this.signIns.start(invited, client, proof, () => this.activate(token, name, passwordHash));
  }

  private async activate(token: string, name: string, passwordHash: string): Promise<User> {
    const invitation = await this.tokens.use('invitation', token);
    // Consuming the token also locks the user's row, so the status cannot change.
    const invited = invitation && (await this.users.find(invitation.user_id));
    if (invited?.status !== 'invited') throw invalidToken();
    const user = await this.users.acceptInvitation(invited.id, name, passwordHash);
    await this.tokens.revokeAll(user.id, 'invitation');
    await this.audit.record({
      action: 'user.invitation_accepted',
      target: { type: 'user', id: user.id },
      actor: { type: 'user', id: user.id },
      organization_id: user.organization_id,
    });
    return user;
  }
}
