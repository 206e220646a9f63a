import { Module } from '@nestjs/common';
import { OrganizationSettingsModule } from '../../settings/organization-settings.module.js';
import { UserModule } from '../../users/user.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MfaChallengeRepository } from './challenges/mfa-challenge.repository.js';
import { EmailFactor } from './factors/email-factor.js';
import { SecondFactorService } from './factors/second-factor.service.js';
import { SendingLimits } from './factors/sending-limits.service.js';
import { SmsFactor } from './factors/sms-factor.js';
import { TotpFactor } from './factors/totp-factor.js';
import { WebauthnFactor } from './factors/webauthn-factor.js';
import { MfaMethodRepository } from './methods/mfa-method.repository.js';
import { MfaMethodService } from './methods/mfa-method.service.js';
import { MfaLoginController } from './mfa-login.controller.js';
import { MfaLogin } from './mfa-login.service.js';
import { MfaMethodController } from './mfa-method.controller.js';
import { MfaReset } from './mfa-reset.js';
import { ProofCheck } from './proof-check.service.js';
import { RecoveryCodeRepository } from './recovery-codes/recovery-code.repository.js';
import { RecoveryCodes } from './recovery-codes/recovery-code.service.js';
import { StepUp } from './step-up.service.js';
import { WebauthnVerifier } from './webauthn/webauthn-verifier.js';

@Module({
  imports: [UserModule, OrganizationSettingsModule, SignInModule],
  controllers: [MfaLoginController, MfaMethodController],
  providers: [
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
    StepUp,
    MfaReset,
  ],
  exports: [MfaChallengeRepository, MfaMethodRepository, WebauthnVerifier, MfaLogin, MfaMethodService],
})
export class MfaModule {}
