import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { requireMatch } from '../../../common/http/if-match.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { OutboundHttp } from '../../../integrations/outbound-http/outbound-http.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { UserRemoved } from '../../users/user.events.js';
import { UserService } from '../../users/user.service.js';
import type { CreateIdentityProviderRequest, UpdateIdentityProviderRequest } from './dto/identity-provider.request.js';
import { domainOf } from './email-domains.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviderRepository, type ProviderWithDomains } from './identity-provider.repository.js';
import { changesOf, isAnotherProvider, recordedChanges, recordedTerms } from './provider-changes.js';
import { changedProvider, newProvider, type DraftTools } from './provider-draft.js';
import { invalid, requireWithinCeiling } from './provider-terms.js';
import { withMetadataRead } from './saml/saml-terms.js';
import { IdentityLinkRepository } from './upstream/identity-link.repository.js';
import { UpstreamLoginRepository } from './upstream/upstream-login.repository.js';

const PURPOSE = 'client secrets';
const MAX_PROVIDERS = 20;

export interface IdentityProviderView {
  provider: ProviderWithDomains;
  redirectUri: string;
  /** Of this service, for SAML providers. */
  metadataUrl: string;
}

export type OfferedProvider = Pick<IdentityProvider, 'id' | 'name'>;

@Injectable()
export class IdentityProviderService {
  private readonly draftTools: DraftTools = {
    accepts: (url) => this.outbound.accepts(url),
    seal: (clientSecret) => this.secrets.encrypt(Buffer.from(clientSecret), PURPOSE),
    metadataUrlOf: (id) => this.urlOf(`saml/${id}/metadata`),
  };

  constructor(
    private readonly providers: IdentityProviderRepository,
    private readonly links: IdentityLinkRepository,
    private readonly logins: UpstreamLoginRepository,
    private readonly users: UserService,
    private readonly secrets: Secrets,
    private readonly outbound: OutboundHttp,
    private readonly paginator: KeysetPaginator,
    private readonly audit: AuditTrail,
    private readonly db: Database,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
    events: DomainEvents,
  ) {
    events.on(UserRemoved, ({ user }) => this.links.deleteOfUser(user.id));
  }

  async list({ organizationId }: Principal, query: PageQuery): Promise<Page<IdentityProviderView>> {
    const page = await this.paginator.page('identity-providers', query, (afterId, rowCount) =>
      this.providers.list(organizationId, afterId, rowCount),
    );
    return page.map((provider) => this.view(provider));
  }

  /** @throws AppError NOT_FOUND */
  async get({ organizationId }: Principal, id: string): Promise<IdentityProviderView> {
    return this.view(required(await this.providers.find(id, organizationId)));
  }

  /** @throws AppError INVALID_REQUEST with the field; CONFLICT (domain_taken within the organization, identity_provider_limit) */
  async create(principal: Principal, request: CreateIdentityProviderRequest): Promise<IdentityProviderView> {
    const provider = newProvider(principal.organizationId, await withMetadataRead(request), this.draftTools);
    return this.db.transaction(async () => {
      const { email_domains, ...row } = provider;
      await this.providers.lockOrganization(row.organization_id);
      if ((await this.providers.count(row.organization_id)) >= MAX_PROVIDERS) {
        const words = `An organization has at most ${MAX_PROVIDERS} identity providers`;
        throw AppError.conflict('identity_provider_limit', words);
      }
      await this.check(row);
      await this.providers.insert(row);
      await this.claim(row, email_domains);
      await this.record('created', row, { kind: row.kind, ...recordedTerms(provider) });
      return this.view(required(await this.providers.find(row.id)));
    });
  }

  /**
   * Applies to the next callback. Changed endpoints or another client id make it a different provider: the secret must be given again, so
   * that it is not sent to a third party, and users are unlinked.
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED, INVALID_REQUEST and CONFLICT as {@link create}
   */
  async update(
    { organizationId }: Principal,
    id: string,
    given: UpdateIdentityProviderRequest,
    ifMatch: string | null,
  ): Promise<IdentityProviderView> {
    const request = await withMetadataRead(given);
    return this.db.transaction(async () => {
      await this.providers.lockOrganization(organizationId);
      const before = required(await this.providers.lock(id, organizationId));
      requireMatch(ifMatch, before.row_version);
      const after = changedProvider(before, request, this.draftTools);
      const changes = changesOf(before, after);
      const changed = [...Object.keys(changes), ...(request.client_secret === undefined ? [] : ['client_secret'])];
      if (changed.length === 0) return this.view(before);
      const isAnother = isAnotherProvider(changes);
      if (isAnother && after.kind !== 'saml' && request.client_secret === undefined) {
        throw invalid('client_secret', 'is required when the client id or the endpoints change');
      }
      await this.check(after);
      await this.providers.update(after);
      if (changes.email_domains) await this.claim(after, after.email_domains);
      if (isAnother) await this.logins.deleteOfProvider(id);
      const unlinked = isAnother ? await this.links.deleteOfProvider(id) : 0;
      await this.record('updated', after, {
        changed,
        ...recordedChanges(before, after),
        ...(isAnother && { unlinked }),
      });
      return this.view(required(await this.providers.find(id)));
    });
  }

  /** Accounts and open sessions stay. @throws AppError NOT_FOUND */
  remove({ organizationId }: Principal, id: string): Promise<void> {
    return this.db.transaction(async () => {
      const provider = required(await this.providers.lock(id, organizationId));
      await this.providers.delete(id);
      await this.record('deleted', provider, { kind: provider.kind, email_domains: provider.email_domains });
    });
  }

  /** Decided by the domain alone, so it reveals no accounts. Other organizations' providers are never offered. */
  async offeredTo(email: string, organizationId: string | null): Promise<OfferedProvider | null> {
    const domain = domainOf(email);
    return domain === null ? null : this.providers.findByDomain(domain, organizationId);
  }

  /** Of any organization. @throws AppError NOT_FOUND when it does not exist or is disabled */
  async getEnabled(id: string): Promise<IdentityProviderView> {
    const provider = required(await this.providers.find(id));
    if (!provider.enabled) throw AppError.notFound('identity_provider');
    return this.view(provider);
  }

  secretOf({ sealed_client_secret }: IdentityProvider): string {
    if (sealed_client_secret === null) throw new Error('a SAML provider has no client secret');
    return this.secrets.decrypt(sealed_client_secret, PURPOSE).toString('utf8');
  }

  private async check(provider: IdentityProvider): Promise<void> {
    requireWithinCeiling(provider);
    const teams = [
      { field: 'default_team_id', id: provider.default_team_id },
      ...provider.role_mapping.map(({ team_id = null }, index) => ({
        field: `role_mapping.${index}.team_id`,
        id: team_id,
      })),
    ];
    for (const { field, id } of teams) {
      if (id !== null && !(await this.users.teamExists(provider.organization_id, id))) {
        throw invalid(field, 'is not a team of your organization');
      }
    }
  }

  /** Other organizations can claim the same domain; only a verified domain counts. */
  private async claim(provider: IdentityProvider, domains: readonly string[]): Promise<void> {
    const taken = await this.providers.setDomains(provider, domains);
    if (taken !== null)
      throw AppError.conflict('domain_taken', `Another of your identity providers already has ${taken}`);
  }

  private view(provider: ProviderWithDomains): IdentityProviderView {
    // One redirect URI per provider prevents mix-up attacks (RFC 9700, 4.4.2).
    const { id } = provider;
    return { provider, redirectUri: this.urlOf(`callback/${id}`), metadataUrl: this.draftTools.metadataUrlOf(id) };
  }

  private urlOf(path: string): string {
    return `${this.issuer.replace(/\/+$/, '')}/api/v1/oauth/${path}`;
  }

  private record(act: string, { id }: IdentityProvider, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({
      action: `identity_provider.${act}`,
      target: { type: 'identity_provider', id },
      details,
    });
  }
}

function required(provider: ProviderWithDomains | null): ProviderWithDomains {
  if (!provider) throw AppError.notFound('identity_provider');
  return provider;
}
