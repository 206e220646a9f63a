import { Injectable } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { UserService, type User } from '../../users/user.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { passwordIssue } from '../passwords/password-policy.js';
import type { ClientInfo, Proof } from '../sessions/session.service.js';
import { SignInService, type SignIn } from '../sign-in.service.js';
import { invalidToken, OneTimeTokens } from './one-time-tokens.service.js';

/** What the invited person says. */
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
   * Makes the invited account an active one and signs its owner in, both or neither. Of parallel calls with one token one succeeds.
   *
   * @throws AppError INVALID_REQUEST for a token that is unknown, used, expired or taken back (field token), which is left
   * as it is when the password will not do (field password)
   */
  async accept({ token, name, password }: Acceptance, client: ClientInfo): Promise<SignIn> {
    const invitation = await this.tokens.find('invitation', token);
    const invited = invitation && (await this.users.find(invitation.user_id));
    if (invited?.status !== 'invited') throw invalidToken();
    const organization = await this.users.organizationNameOf(invited);
    const issue = passwordIssue(password, { name, email: invited.email, organization });
    if (issue !== null) throw AppError.invalid([{ field: 'password', issue }]);
    const passwordHash = await this.hasher.hash(password);
    const proof: Proof = { methods: ['pwd'], secondFactor: false };
    return this.signIns.start(invited, client, proof, () => this.activate(token, name, passwordHash));
  }

  private async activate(token: string, name: string, passwordHash: string): Promise<User> {
    const invitation = await this.tokens.use('invitation', token);
    // Taking the token took its user as well: the status that is read now stays.
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
