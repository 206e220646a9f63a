import { Module } from '@nestjs/common';
import { UserModule } from '../../users/user.module.js';
import { ClosedOrganizations } from './closed-organizations.js';
import { DomainVerification } from './domain-verification.service.js';
import { IdentityProviderController } from './identity-provider.controller.js';
import { IdentityProviderRepository } from './identity-provider.repository.js';
import { IdentityProviderService } from './identity-provider.service.js';
import { DirectoryMemberRepository } from '../directories/directory-member.repository.js';
import { MappedPlacements } from './mapped-placements.service.js';
import { ProviderCheck } from './provider-check.service.js';
import { SamlAssertionRepository } from './saml/saml-assertion.repository.js';
import { SamlLogin } from './saml/saml-login.service.js';
import { SamlMetadataController } from './saml/saml-metadata.controller.js';
import { IdTokenVerifier } from './upstream/id-token-verifier.js';
import { IdentityLinkRepository } from './upstream/identity-link.repository.js';
import { LoginStates } from './upstream/login-states.service.js';
import { ProviderClaims } from './upstream/provider-claims.service.js';
import { ProviderClient } from './upstream/provider-client.service.js';
import { ProviderFailures } from './upstream/provider-failures.service.js';
import { ProviderMetadataService } from './upstream/provider-metadata.service.js';
import { UpstreamAccounts } from './upstream/upstream-accounts.service.js';
import { UpstreamLoginRepository } from './upstream/upstream-login.repository.js';
import { UpstreamLogin } from './upstream/upstream-login.service.js';

@Module({
  imports: [UserModule],
  controllers: [IdentityProviderController, SamlMetadataController],
  providers: [
    IdentityProviderService,
    IdentityProviderRepository,
    ProviderCheck,
    DomainVerification,
    ProviderMetadataService,
    ProviderClient,
    ProviderClaims,
    IdTokenVerifier,
    IdentityLinkRepository,
    UpstreamAccounts,
    UpstreamLogin,
    UpstreamLoginRepository,
    LoginStates,
    ProviderFailures,
    SamlLogin,
    SamlAssertionRepository,
    ClosedOrganizations,
    MappedPlacements,
    DirectoryMemberRepository,
  ],
  exports: [IdentityProviderService, UpstreamLogin, SamlLogin, MappedPlacements, DirectoryMemberRepository],
})
export class IdentityProviderModule {}
