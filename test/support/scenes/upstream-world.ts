import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Role } from '../../../src/common/principal/permissions.js';
import { effectivePermissions, type Principal } from '../../../src/common/principal/principal.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { DomainEvents } from '../../../src/common/events/domain-events.js';
import { KeysetPaginator } from '../../../src/common/pagination/keyset-paginator.js';
import { OutboundHttp } from '../../../src/integrations/outbound-http/outbound-http.js';
import { IdentityProviderRepository } from '../../../src/modules/oauth/identity-providers/identity-provider.repository.js';
import {
  IdentityProviderService,
  type IdentityProviderView,
} from '../../../src/modules/oauth/identity-providers/identity-provider.service.js';
import type { CreateIdentityProviderRequest } from '../../../src/modules/oauth/identity-providers/dto/identity-provider.request.js';
import { IdTokenVerifier } from '../../../src/modules/oauth/identity-providers/upstream/id-token-verifier.js';
import { IdentityLinkRepository } from '../../../src/modules/oauth/identity-providers/upstream/identity-link.repository.js';
import { LoginStates } from '../../../src/modules/oauth/identity-providers/upstream/login-states.service.js';
import { ProviderFailures } from '../../../src/modules/oauth/identity-providers/upstream/provider-failures.service.js';
import { SamlAssertionRepository } from '../../../src/modules/oauth/identity-providers/saml/saml-assertion.repository.js';
import { SamlLogin } from '../../../src/modules/oauth/identity-providers/saml/saml-login.service.js';
import { ProviderClaims } from '../../../src/modules/oauth/identity-providers/upstream/provider-claims.service.js';
import { ProviderClient } from '../../../src/modules/oauth/identity-providers/upstream/provider-client.service.js';
import { ProviderMetadataService } from '../../../src/modules/oauth/identity-providers/upstream/provider-metadata.service.js';
import { UpstreamAccounts } from '../../../src/modules/oauth/identity-providers/upstream/upstream-accounts.service.js';
import { UpstreamLoginRepository } from '../../../src/modules/oauth/identity-providers/upstream/upstream-login.repository.js';
import {
  UpstreamLogin,
  type UpstreamSignIn,
} from '../../../src/modules/oauth/identity-providers/upstream/upstream-login.service.js';
import { DirectoryMemberRepository } from '../../../src/modules/oauth/directories/directory-member.repository.js';
import { MappedPlacements } from '../../../src/modules/oauth/identity-providers/mapped-placements.service.js';
import { AccountStatus } from '../../../src/modules/users/account-status.service.js';
import { TeamRepository } from '../../../src/modules/users/teams/team.repository.js';
import { UserProvisioning } from '../../../src/modules/users/user-provisioning.service.js';
import { UserRepository } from '../../../src/modules/users/user.repository.js';
import { UserService } from '../../../src/modules/users/user.service.js';
import { IdentityFactory, type TestOrganization } from '../../factories/identity.factory.js';
import { startAuditWorld, type AuditWorld } from './audit-world.js';
import { walkThrough, type TestIdentityProvider } from '../peers/identity-provider.js';
import { verifyDomains } from './identity-provider-world.js';

/** A customer: an organization, its identity provider, and the service's view of it. */
export interface Customer {
  organization: TestOrganization;
  idp: TestIdentityProvider;
  domain: string;
  view: IdentityProviderView;
}

/** Signing in through identity providers, in this process: the services on a separate database, the providers real. */
export interface UpstreamWorld extends AuditWorld {
  identity: IdentityFactory;
  events: DomainEvents;
  providers: IdentityProviderService;
  login: UpstreamLogin;
  /** On the same database, without what `login` keeps of providers. */
  anotherNode(timeoutMs?: number): UpstreamLogin;
  /** A new organization with a provider at `idp`, where `accounts` are; terms on top of the usual ones. */
  customer(
    idp: TestIdentityProvider,
    accounts: Record<string, Record<string, unknown>>,
    terms?: Partial<CreateIdentityProviderRequest>,
  ): Promise<Customer>;
  principal(organization: { id: string }, role?: Role): Principal;
  /** To the provider and back, as the account; where the browser is sent then. */
  callbackOf(customer: Customer, account: string, browser?: string): Promise<URL>;
  complete(customer: Customer, callback: URL, browser?: string): Promise<UpstreamSignIn>;
  signIn(customer: Customer, account: string): Promise<UpstreamSignIn>;
}

export const TEST_BROWSER = 'secret of a cookie';
const ISSUER = 'https://service.test';

export async function startUpstreamWorld(): Promise<UpstreamWorld> {
  // Every provider that fails is logged, and here they all do.
  Logger.overrideLogger(false);
  const world = await startAuditWorld({ poolSize: 8 });
  const { db, trail, sql } = world;
  const secrets = new Secrets(randomBytes(32));
  const events = new DomainEvents(db);
  const outbound = new OutboundHttp({ allowLoopback: true });
  const userRows = new UserRepository(db);
  const users = new UserService(userRows, new TeamRepository(db), events, trail, db);
  const links = new IdentityLinkRepository(db);
  const paginator = new KeysetPaginator(secrets);
  const rows = new IdentityProviderRepository(db);
  const providers = new IdentityProviderService(
    ...([
      rows,
      links,
      new UpstreamLoginRepository(db),
      users,
      secrets,
      outbound,
      paginator,
      trail,
      db,
      ISSUER,
      events,
    ] as const),
  );
  const provisioning = new UserProvisioning(
    userRows,
    users,
    new AccountStatus(userRows, events, trail),
    events,
    trail,
    db,
  );
  const accounts = new UpstreamAccounts(
    ...([links, provisioning, users, trail] as const),
    new MappedPlacements(provisioning, users),
    new DirectoryMemberRepository(db),
  );
  const states = new LoginStates(new UpstreamLoginRepository(db), secrets);
  const failures = new ProviderFailures(trail);
  const saml = new SamlLogin(providers, states, new SamlAssertionRepository(db), failures);
  const node = (timeoutMs = 5_000): UpstreamLogin => {
    const http = new OutboundHttp({ allowLoopback: true, timeoutMs });
    const metadata = new ProviderMetadataService(http);
    const client = new ProviderClient(http);
    const claims = new ProviderClaims(client, new IdTokenVerifier(http));
    return new UpstreamLogin(providers, metadata, client, claims, states, accounts, failures, saml);
  };
  const login = node();
  const identity = new IdentityFactory(sql);

  const principal: UpstreamWorld['principal'] = ({ id }, role = 'admin') => ({
    userId: 'user_of_a_test',
    organizationId: id,
    teamId: null,
    role,
    plan: 'enterprise',
    organizationVersion: 1,
    permissions: effectivePermissions({ role, grants: [] }),
    credential: { type: 'session', sessionId: 'session_of_a_test', provenAt: new Date(), mfaMissing: false },
  });
  const callbackOf: UpstreamWorld['callbackOf'] = async ({ view }, account, browser = TEST_BROWSER) => {
    const start = await login.begin(view.provider.id, { uid: 'interaction', browser, loginHint: account });
    return walkThrough(start, view.redirectUri);
  };
  const complete: UpstreamWorld['complete'] = ({ view }, callback, browser = TEST_BROWSER) =>
    login.complete({ providerId: view.provider.id, query: Object.fromEntries(callback.searchParams), browser });
  return {
    ...world,
    identity,
    events,
    providers,
    login,
    anotherNode: node,
    principal,
    callbackOf,
    complete,
    signIn: async (customer, account) => complete(customer, await callbackOf(customer, account)),
    customer: async (idp, accounts, terms = {}) => {
      const organization = await identity.organization();
      const domain = `${randomBytes(6).toString('hex')}.example`;
      const view = await providers.create(principal(organization), {
        kind: 'okta',
        name: 'Company sign-in',
        ...(terms.authorization_url === undefined && { issuer: idp.issuer }),
        client_id: `client-${domain}`,
        client_secret: 'a secret: with / odd + characters %',
        email_domains: [domain],
        ...terms,
      });
      await verifyDomains(world, view.provider.id);
      const { client_id } = view.provider;
      const client_secret = terms.client_secret ?? 'a secret: with / odd + characters %';
      const named = Object.entries(accounts).map(([sub, claims]) => [
        sub,
        { email: `${sub}@${domain}`, email_verified: true, name: `Person ${sub}`, ...claims },
      ]);
      await idp.tell({
        clients: [{ client_id, client_secret, redirect_uris: [view.redirectUri] }],
        accounts: Object.fromEntries(named) as Record<string, Record<string, unknown>>,
        idTokenClaims: true,
        authMethods: null,
        tamper: null,
        faults: {},
      });
      return { organization, idp, domain, view };
    },
  };
}
