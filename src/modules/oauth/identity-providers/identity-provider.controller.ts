import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { DomainVerification } from './domain-verification.service.js';
import { CreateIdentityProviderRequest, UpdateIdentityProviderRequest } from './dto/identity-provider.request.js';
import { IdentityProviderResponse } from './dto/identity-provider.response.js';
import { ProviderCheckResponse } from './dto/provider-check.response.js';
import { IdentityProviderService } from './identity-provider.service.js';
import { ProviderCheck } from './provider-check.service.js';

const ProviderId = (): ParameterDecorator => Param('id', new IdPipe('identity_provider'));

/** Requires a recent step-up: an identity provider can impersonate anyone in the organization. */
@ApiTags('Identity providers')
@Controller('identity-providers')
@InSandbox('refused')
export class IdentityProviderController {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly checks: ProviderCheck,
    private readonly verification: DomainVerification,
  ) {}

  /** Lists the organization's identity providers, newest first. */
  @Get()
  @Requires('system.settings')
  @AnswersPage(IdentityProviderResponse)
  async listIdentityProviders(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<IdentityProviderResponse>> {
    return (await this.providers.list(principal, query)).map((view) => IdentityProviderResponse.from(view));
  }

  /**
   * Creates an identity provider for users of these email domains, which must be verified next.
   * @remarks At most 20 for each organization. Conflicts: `domain_taken` if another of your identity providers has one of the domains,
   * `identity_provider_limit`.
   */
  @Post()
  @Requires('system.settings', { session: true, freshProof: true })
  @Fails('CONFLICT', 'domain_taken', 'identity_provider_limit', 'idempotency_key_in_use')
  @Idempotent()
  @Answers(HttpStatus.CREATED, IdentityProviderResponse)
  async createIdentityProvider(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateIdentityProviderRequest,
  ): Promise<IdentityProviderResponse> {
    return IdentityProviderResponse.from(await this.providers.create(principal, body));
  }

  /** Returns an identity provider, without its client secret. */
  @Get(':id')
  @Requires('system.settings')
  @Answers(HttpStatus.OK, IdentityProviderResponse)
  async getIdentityProvider(
    @CurrentPrincipal() principal: Principal,
    @ProviderId() id: string,
  ): Promise<IdentityProviderResponse> {
    return IdentityProviderResponse.from(await this.providers.get(principal, id));
  }

  /**
   * Changes an identity provider. The change applies to the next sign-in.
   * @remarks Other endpoints or another `client_id` require the `client_secret` again and unlink the provider's users.
   */
  @Patch(':id')
  @Requires('system.settings', { session: true, freshProof: true })
  @Fails('CONFLICT', 'domain_taken')
  @Answers(HttpStatus.OK, IdentityProviderResponse)
  async updateIdentityProvider(
    @CurrentPrincipal() principal: Principal,
    @ProviderId() id: string,
    @Body() body: UpdateIdentityProviderRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<IdentityProviderResponse> {
    return IdentityProviderResponse.from(await this.providers.update(principal, id, body, ifMatch));
  }

  /** Deletes an identity provider. Accounts remain, and open sessions continue. */
  @Delete(':id')
  @Requires('system.settings', { session: true, freshProof: true })
  @AnswersNothing()
  removeIdentityProvider(@CurrentPrincipal() principal: Principal, @ProviderId() id: string): Promise<void> {
    return this.providers.remove(principal, id);
  }

  /**
   * Verifies a domain by the TXT record that `domains[]` of the provider lists. 409 `domain_not_proven` if the record is not found. Users
   * cannot sign in with an unverified domain.
   */
  @Post(':id/domains/:domain/verify')
  @Requires('system.settings', { session: true, freshProof: true })
  @Fails('CONFLICT', 'domain_not_proven')
  @Fails('UPSTREAM_ERROR', 'dns')
  @Fails('UPSTREAM_TIMEOUT', 'dns')
  @Answers(HttpStatus.OK, IdentityProviderResponse)
  async verifyEmailDomain(
    @CurrentPrincipal() principal: Principal,
    @ProviderId() id: string,
    @Param('domain') domain: string,
  ): Promise<IdentityProviderResponse> {
    return IdentityProviderResponse.from(await this.verification.verify(principal, id, domain));
  }

  /** Tests a provider's configuration without a user, and explains problems. */
  @Post(':id/test')
  @Requires('system.settings')
  @Answers(HttpStatus.OK, ProviderCheckResponse)
  async testIdentityProvider(
    @CurrentPrincipal() principal: Principal,
    @ProviderId() id: string,
  ): Promise<ProviderCheckResponse> {
    return ProviderCheckResponse.of(await this.checks.run(principal, id));
  }
}
