import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/auth/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { DomainVerification } from './domain-verification.service.js';
import { CreateIdentityProviderRequest, UpdateIdentityProviderRequest } from './dto/identity-provider.request.js';
import { IdentityProviderResponse } from './dto/identity-provider.response.js';
import { ProviderCheckResponse } from './dto/provider-check.response.js';
import { IdentityProviderService } from './identity-provider.service.js';
import { ProviderCheck } from './provider-check.service.js';

const ProviderId = (): ParameterDecorator => Param('id', new IdPipe('identity_provider'));

/** Whoever sets a provider can be anybody of the organization: that takes a fresh proof of identity. */
@ApiTags('Identity providers')
@Controller('identity-providers')
export class IdentityProviderController {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly checks: ProviderCheck,
    private readonly verification: DomainVerification,
  ) {}

  /** Identity providers of the organization, newest first. */
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
   * Lets people of these e-mail domains sign in at their company, once the domains are verified.
   *
   * @remarks An organization has at most 20. Conflicts: `domain_taken` when another of your identity providers has one of
   * the domains, `identity_provider_limit`.
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

  /** One identity provider; its client secret is never shown. */
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
   * Changes it from the next sign-in on.
   *
   * @remarks Other endpoints or another `client_id` need the `client_secret` again, and people are linked anew.
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

  /** Nobody signs in through it any more. Accounts stay, and sessions until they end. */
  @Delete(':id')
  @Requires('system.settings', { session: true, freshProof: true })
  @AnswersNothing()
  removeIdentityProvider(@CurrentPrincipal() principal: Principal, @ProviderId() id: string): Promise<void> {
    return this.providers.remove(principal, id);
  }

  /**
   * Verifies a domain: looks for the TXT record that `domains[]` of the provider names. 409 `domain_not_proven` when it is not
   * there (yet). Until then nobody signs in by the domain.
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

  /** Walks towards a sign-in as far as one gets without a person, and says what is wrong. */
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
