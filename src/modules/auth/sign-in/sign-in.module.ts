import { Module } from '@nestjs/common';
import { OrganizationSettingsModule } from '../../settings/organization-settings.module.js';
import { UserModule } from '../../users/user.module.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { AccountMailReseal } from '../account-mails/account-mail-reseal.js';
import { AccountMailSender } from '../account-mails/account-mail-sender.js';
import { OneTimeTokenRepository } from '../account-mails/one-time-token.repository.js';
import { OneTimeTokens } from '../account-mails/one-time-tokens.service.js';
import { ApiKeyAccess } from '../api-keys/api-key-access.js';
import { ApiKeyAuthenticator } from '../api-keys/api-key-authenticator.js';
import { ApiKeyRevocation } from '../api-keys/api-key-revocation.service.js';
import { ApiKeyStateRepository } from '../api-keys/api-key-state.repository.js';
import { ApiKeyTrail } from '../api-keys/api-key-trail.service.js';
import { ApiKeyController } from '../api-keys/api-key.controller.js';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { ApiKeyService } from '../api-keys/api-key.service.js';
import { ApiKeyStrategy, BearerApiKeyStrategy } from '../api-keys/api-key.strategy.js';
import { AttemptCounterRepository } from '../attempts/attempt-counter.repository.js';
import { InvitationLimits } from '../attempts/invitation-limits.js';
import { NoticeLimits } from '../attempts/notice-limits.js';
import { ResetLimits } from '../attempts/reset-limits.js';
import { KnownDeviceRepository } from '../devices/known-device.repository.js';
import { KnownDevices } from '../devices/known-devices.service.js';
import { AccountLifecycle } from '../invitations/account-lifecycle.js';
import { InvitationController } from '../invitations/invitation.controller.js';
import { InvitationService } from '../invitations/invitation.service.js';
import { LoginThrottle } from '../passwords/login-throttle.js';
import { PasswordCheck } from '../passwords/password-check.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { PasswordController } from '../passwords/password.controller.js';
import { PasswordService } from '../passwords/password.service.js';
import { SessionActivity } from '../sessions/session-activity.js';
import { SessionLapse } from '../sessions/session-lapse.js';
import { SessionRenewal } from '../sessions/session-renewal.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SessionService } from '../sessions/session.service.js';
import { BearerStrategy } from '../tokens/bearer.strategy.js';
import { JwksController } from '../tokens/jwks.controller.js';
import { KeyRotation } from '../tokens/key-rotation.js';
import { KeyStore } from '../tokens/key-store.js';
import { OAuthBearers } from '../tokens/oauth-bearers.service.js';
import { SigningKeyMetrics } from '../tokens/signing-key-metrics.js';
import { SigningKeyRepository } from '../tokens/signing-key.repository.js';
import { TokenService } from '../tokens/token.service.js';
import { CallerCheck } from './caller-check.service.js';
import { SignInService } from './sign-in.service.js';
import { SignOutService } from './sign-out.service.js';
import { StandingAccessService } from './standing-access.service.js';

/** Sessions, tokens, API keys, passwords and invitations. {@link MfaModule} adds second factors. */
@Module({
  imports: [UserModule, OrganizationSettingsModule],
  controllers: [PasswordController, InvitationController, ApiKeyController, JwksController],
  providers: [
    CallerCheck,
    SignInService,
    SessionService,
    SessionRepository,
    SessionActivity,
    SessionLapse,
    SessionRenewal,
    TokenService,
    OAuthBearers,
    KeyStore,
    KeyRotation,
    SigningKeyMetrics,
    SigningKeyRepository,
    ApiKeyService,
    ApiKeyRepository,
    ApiKeyAccess,
    ApiKeyRevocation,
    ApiKeyTrail,
    KnownDevices,
    KnownDeviceRepository,
    NoticeLimits,
    StandingAccessService,
    SignOutService,
    ApiKeyAuthenticator,
    ApiKeyStateRepository,
    PasswordHasher,
    PasswordCheck,
    PasswordService,
    ResetLimits,
    LoginThrottle,
    AttemptCounterRepository,
    AccountMailQueue,
    AccountMailReseal,
    AccountMailSender,
    AccountLifecycle,
    InvitationService,
    InvitationLimits,
    OneTimeTokens,
    OneTimeTokenRepository,
    BearerStrategy,
    ApiKeyStrategy,
    BearerApiKeyStrategy,
  ],
  exports: [
    SignOutService,
    SessionRenewal,
    AccountMailQueue,
    OneTimeTokens,
    LoginThrottle,
    CallerCheck,
    ApiKeyService,
    PasswordHasher,
    PasswordCheck,
    PasswordService,
    SignInService,
    SessionService,
    TokenService,
    OAuthBearers,
  ],
})
export class SignInModule {}
