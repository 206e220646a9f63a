import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../audit/audit.service.js';
import { UserProvisioning } from '../../../users/user-provisioning.service.js';
import { UserService, type User } from '../../../users/user.service.js';
import type { IdentityProvider } from '../identity-provider.entity.js';
import { DirectoryMemberRepository } from '../../directories/directory-member.repository.js';
import { MappedPlacements } from '../mapped-placements.service.js';
import { GROUPS_CLAIM, mappedPlacement } from '../role-mapping.js';
import type { UpstreamIdentity } from './identity-claims.js';
import { IdentityLinkRepository } from './identity-link.repository.js';

/** For the audit trail; users see less detail. */
export type AccountRefusal =
  | 'account_suspended'
  | 'account_of_another_organization'
  | 'service_account'
  | 'address_differs'
  | 'administrator_unmapped'
  | 'linked_to_another_identity';

export type AccountOrigin = 'known' | 'linked' | 'created';

export type UpstreamAccount = { user: User; origin: AccountOrigin } | { refusal: AccountRefusal };

/** Finds, links or creates the account of a provider's user, within its organization: docs/adr/0011-linking-identities.md. */
@Injectable()
export class UpstreamAccounts {
  constructor(
    private readonly links: IdentityLinkRepository,
    private readonly accounts: UserProvisioning,
    private readonly users: UserService,
    private readonly audit: AuditTrail,
    private readonly placements: MappedPlacements,
    private readonly members: DirectoryMemberRepository,
  ) {}

  /** The account with its current role and team; linked or created on the first sign-in. */
  resolve(provider: IdentityProvider, identity: UpstreamIdentity): Promise<UpstreamAccount> {
    return this.accounts.within(provider.organization_id, async () => {
      const link = await this.links.find(provider.id, identity.subject);
      const linked = link && (await this.accounts.lock(link.user_id));
      if (linked) return this.admit(provider, identity, linked, 'known');
      const found = await this.accounts.findByEmail(provider.organization_id, identity.email);
      // An invited or new user gets an account that signs in by address, which must be unique.
      const isNew = found === null || found.status === 'invited';
      if (isNew && (await this.users.findForLogin(identity.email)))
        return { refusal: 'account_of_another_organization' };
      return found ? this.link(provider, identity, found) : this.create(provider, identity);
    });
  }

  private async create(provider: IdentityProvider, identity: UpstreamIdentity): Promise<UpstreamAccount> {
    const placement = await this.placements.first(provider, identity.claims);
    const person = { email: identity.email, name: identity.name, ...placement };
    const user = await this.accounts.create(provider.organization_id, person, provider.id);
    await this.keepLink(provider, identity, user, 'created');
    return { user, origin: 'created' };
  }

  private async link(provider: IdentityProvider, identity: UpstreamIdentity, found: User): Promise<UpstreamAccount> {
    const user = await this.accounts.lock(found.id);
    // Rejects spellings that only the database's collation equates.
    if (user?.email.toLowerCase() !== identity.email.toLowerCase()) return { refusal: 'address_differs' };
    if (await this.links.isLinked(provider.id, user.id)) return { refusal: 'linked_to_another_identity' };
    const claims = await this.claimsOf(provider, user, identity);
    const mayBeAdmin = mappedPlacement(provider, claims).role === 'admin';
    if (user.role === 'admin' && !mayBeAdmin) return { refusal: 'administrator_unmapped' };
    const admitted = await this.admit(provider, identity, user, 'linked');
    if ('user' in admitted) await this.keepLink(provider, identity, user, 'linked');
    return admitted;
  }

  private async admit(
    provider: IdentityProvider,
    identity: UpstreamIdentity,
    user: User,
    origin: AccountOrigin,
  ): Promise<UpstreamAccount> {
    if (user.role === 'api_user') return { refusal: 'service_account' };
    if (user.status === 'suspended') return { refusal: 'account_suspended' };
    const active = user.status === 'invited' ? await this.accounts.activate(user, provider.id) : user;
    await this.links.noteLogin(provider.id, identity.subject);
    const claims = await this.claimsOf(provider, user, identity);
    return { user: await this.placements.apply(provider, active, claims), origin };
  }

  /** The groups of a user whom the provider's directory manages are those of the directory. */
  private async claimsOf(
    provider: IdentityProvider,
    { id }: User,
    { claims }: UpstreamIdentity,
  ): Promise<Record<string, unknown>> {
    const [managed] = await this.members.list(provider.id, [id]);
    return managed ? { ...claims, [GROUPS_CLAIM]: managed.groups } : claims;
  }

  private async keepLink(
    provider: IdentityProvider,
    { subject }: UpstreamIdentity,
    { id, organization_id }: User,
    origin: AccountOrigin,
  ): Promise<void> {
    await this.links.insert(provider.id, subject, id);
    await this.audit.record({
      action: 'user.identity_linked',
      target: { type: 'user', id },
      actor: { type: 'system' },
      organization_id,
      details: { identity_provider_id: provider.id, origin },
    });
  }
}
