import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { UserModule } from '../users/user.module.js';
import { ClientController } from './clients/client.controller.js';
import { ClientRepository } from './clients/client.repository.js';
import { ClientService } from './clients/client.service.js';
import { ConsoleSessionController } from './console/console-session.controller.js';
import { ConsoleSessions } from './console/console-sessions.service.js';
import { ConsentRepository } from './grants/consent.repository.js';
import { GrantCheck } from './grants/grant-check.service.js';
import { GrantStateRepository } from './grants/grant-state.repository.js';
import { GrantController } from './grants/grant.controller.js';
import { GrantRepository } from './grants/grant.repository.js';
import { GrantService } from './grants/grant.service.js';
import { DirectoryModule } from './directories/directory.module.js';
import { IdentityProviderModule } from './identity-providers/identity-provider.module.js';
import { AccountController } from './pages/account.controller.js';
import { AccountSteps } from './pages/steps/account-steps.js';
import { Arrivals } from './pages/arrivals.service.js';
import { AssetController } from './pages/asset.controller.js';
import { BrowserEndpointController } from './pages/browser-endpoint.controller.js';
import { EnrolmentController } from './pages/enrolment.controller.js';
import { EnrolmentSteps } from './pages/steps/enrolment-steps.js';
import { ForgottenPasswordController } from './pages/forgotten-password.controller.js';
import { ForgottenPasswordSteps } from './pages/steps/forgotten-password-steps.js';
import { HtmlPages } from './pages/html-pages.js';
import { InteractionController } from './pages/interaction.controller.js';
import { NoticePages } from './pages/notice-pages.service.js';
import { PageStates } from './pages/page-state.js';
import { SecondFactorSteps } from './pages/steps/second-factor-steps.js';
import { SecondFactorController } from './pages/second-factor.controller.js';
import { PasskeySteps } from './pages/steps/passkey-steps.js';
import { SignInSteps } from './pages/steps/sign-in-steps.js';
import { UpstreamSteps } from './pages/steps/upstream-steps.js';
import { UpstreamController } from './pages/upstream.controller.js';
import { PageRequests } from './pages/page-requests.service.js';
import { AccountRepository } from './server/account.repository.js';
import { AccountService } from './server/account.service.js';
import { ArtifactRepository } from './server/adapters/artifact.repository.js';
import { DiscoveryController } from './server/discovery.controller.js';
import { InteractionsService } from './server/interactions.service.js';
import { OAuthEndpoint } from './server/oauth-endpoint.service.js';
import { OAuthQuota } from './server/oauth-quota.service.js';
import { OAuthPages } from './server/oauth-pages.js';
import { OAuthController } from './server/oauth.controller.js';
import { OidcInteractions } from './server/oidc-interactions.js';
import { OidcServer } from './server/oidc-server.js';

@Module({
  imports: [UserModule, AuthModule, IdentityProviderModule, DirectoryModule],
  controllers: [
    DiscoveryController,
    OAuthController,
    BrowserEndpointController,
    ClientController,
    GrantController,
    InteractionController,
    SecondFactorController,
    UpstreamController,
    AccountController,
    EnrolmentController,
    ForgottenPasswordController,
    AssetController,
    ConsoleSessionController,
  ],
  providers: [
    OidcServer,
    OAuthEndpoint,
    OAuthQuota,
    AccountService,
    AccountRepository,
    ArtifactRepository,
    ClientService,
    ClientRepository,
    GrantService,
    ConsentRepository,
    GrantRepository,
    GrantCheck,
    GrantStateRepository,
    { provide: InteractionsService, useClass: OidcInteractions },
    { provide: OAuthPages, useClass: HtmlPages },
    PageRequests,
    PageStates,
    Arrivals,
    SignInSteps,
    PasskeySteps,
    SecondFactorSteps,
    UpstreamSteps,
    AccountSteps,
    EnrolmentSteps,
    ForgottenPasswordSteps,
    NoticePages,
    ConsoleSessions,
  ],
  exports: [NoticePages],
})
export class OAuthModule {}
