import { Module } from '@nestjs/common';
import { OrganizationSettingsModule } from '../settings/organization-settings.module.js';
import { UserModule } from '../users/user.module.js';
import { AccountLifecycle } from './accounts/account-lifecycle.js';
import { AccountMailQueue } from './accounts/account-mail-queue.service.js';
import { AccountMailReseal } from './accounts/account-mail-reseal.js';
import { AccountMailSender } from './accounts/account-mail-sender.js';
import { InvitationController } from './accounts/invitation.controller.js';
import { InvitationLimits } from './accounts/invitation-limits.js';
import { InvitationService } from './accounts/invitation.service.js';
import { OneTimeTokenCleaner } from './accounts/one-time-token-cleaner.js';
import { OneTimeTokenRepository } from './accounts/one-time-token.repository.js';
import { OneTimeTokens } from './accounts/one-time-tokens.service.js';
import { ApiKeyAccess } from './api-keys/api-key-access.js';
import { ApiKeyAuthenticator } from './api-keys/api-key-authenticator.js';
import { ApiKeyStateRepository } from './api-keys/api-key-state.repository.js';
import { ApiKeyController } from './api-keys/api-key.controller.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeyRevocation } from './api-keys/api-key-revocation.service.js';
import { ApiKeyTrail } from './api-keys/api-key-trail.service.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { ApiKeyStrategy } from './api-keys/api-key.strategy.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { KnownDeviceCleaner } from './devices/known-device-cleaner.js';
import { KnownDeviceRepository } from './devices/known-device.repository.js';
import { KnownDevices } from './devices/known-devices.service.js';
import { NoticeLimits } from './accounts/notice-limits.js';
import { SignOutService } from './sign-out.service.js';
import { StandingAccessService } from './standing-access.service.js';
import { CallerCheck } from './caller-check.service.js';
import { BearerStrategy } from './tokens/bearer.strategy.js';
import { JwksController } from './tokens/jwks.controller.js';
import { OAuthBearers } from './tokens/oauth-bearers.service.js';
import { KeyRotation } from './tokens/key-rotation.js';
import { SigningKeyMetrics } from './tokens/signing-key-metrics.js';
import { KeyStore } from './tokens/key-store.js';
import { AttemptCounterCleaner } from './passwords/attempt-counter-cleaner.js';
import { AttemptCounterRepository } from './passwords/attempt-counter.repository.js';
import { LoginThrottle } from './passwords/login-throttle.js';
import { WebauthnVerifier } from './mfa/webauthn/webauthn-verifier.js';
import { MfaChallengeRepository } from './mfa/challenges/mfa-challenge.repository.js';
import { EmailFactor } from './mfa/factors/email-factor.js';
import { SecondFactorService } from './mfa/factors/second-factor.service.js';
import { SendingLimits } from './mfa/factors/sending-limits.service.js';
import { SmsFactor } from './mfa/factors/sms-factor.js';
import { TotpFactor } from './mfa/factors/totp-factor.js';
import { WebauthnFactor } from './mfa/factors/webauthn-factor.js';
import { MfaMethodRepository } from './mfa/methods/mfa-method.repository.js';
import { MfaMethodService } from './mfa/methods/mfa-method.service.js';
import { MfaCleaner } from './mfa/mfa-cleaner.js';
import { MfaLoginController } from './mfa/mfa-login.controller.js';
import { MfaLogin } from './mfa/mfa-login.service.js';
import { MfaMethodController } from './mfa/mfa-method.controller.js';
import { MfaReset } from './mfa/mfa-reset.js';
import { ProofCheck } from './mfa/proof-check.service.js';
import { RecoveryCodeRepository } from './mfa/recovery-codes/recovery-code.repository.js';
import { RecoveryCodes } from './mfa/recovery-codes/recovery-code.service.js';
import { StepUp } from './mfa/step-up.service.js';
import { PasskeyLogin } from './passkeys/passkey-login.service.js';
import { PasskeyController } from './passkeys/passkey.controller.js';
import { PasswordCheck } from './passwords/password-check.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordController } from './passwords/password.controller.js';
import { PasswordService } from './passwords/password.service.js';
import { ResetLimits } from './passwords/reset-limits.js';
import { SessionActivity } from './sessions/session-activity.js';
import { SessionCleaner } from './sessions/session-cleaner.js';
import { SessionLapse } from './sessions/session-lapse.js';
import { SessionRenewal } from './sessions/session-renewal.service.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SigningKeyRepository } from './tokens/signing-key.repository.js';
import { SignInService } from './sign-in.service.js';
import { TokenService } from './tokens/token.service.js';

@Module({
  imports: [UserModule, OrganizationSettingsModule],
  controllers: [
    AuthController,
    PasswordController,
    InvitationController,
    MfaLoginController,
    MfaMethodController,
    PasskeyController,
    ApiKeyController,
    JwksController,
  ],
  providers: [
    AuthService,
    CallerCheck,
    SignInService,
    SessionService,
    SessionRepository,
    SessionActivity,
    SessionCleaner,
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
    KnownDeviceCleaner,
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
    AttemptCounterCleaner,
    AccountMailQueue,
    AccountMailReseal,
    AccountMailSender,
    AccountLifecycle,
    InvitationService,
    InvitationLimits,
    WebauthnVerifier,
    TotpFactor,
    SmsFactor,
    EmailFactor,
    WebauthnFactor,
    SecondFactorService,
    SendingLimits,
    MfaMethodService,
    MfaMethodRepository,
    MfaChallengeRepository,
    RecoveryCodes,
    RecoveryCodeRepository,
    ProofCheck,
    MfaLogin,
    PasskeyLogin,
    StepUp,
    MfaReset,
    MfaCleaner,
    OneTimeTokens,
    OneTimeTokenRepository,
    OneTimeTokenCleaner,
    BearerStrategy,
    ApiKeyStrategy,
  ],
  exports: [
    CallerCheck,
    ApiKeyService,
    PasswordHasher,
    PasswordCheck,
    AuthService,
    MfaLogin,
    PasskeyLogin,
    MfaMethodService,
    PasswordService,
    SignInService,
    SessionService,
    TokenService,
    OAuthBearers,
  ],
})
export class AuthModule {}
