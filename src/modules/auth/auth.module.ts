import { Module } from '@nestjs/common';
import { OrganizationSettingsModule } from '../settings/organization-settings.module.js';
import { UserModule } from '../users/user.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { MfaModule } from './mfa/mfa.module.js';
import { PasskeyLogin } from './passkeys/passkey-login.service.js';
import { PasskeyController } from './passkeys/passkey.controller.js';
import { SignInModule } from './sign-in/sign-in.module.js';

@Module({
  imports: [UserModule, OrganizationSettingsModule, SignInModule, MfaModule],
  controllers: [AuthController, PasskeyController],
  providers: [AuthService, PasskeyLogin],
  exports: [SignInModule, MfaModule, AuthService, PasskeyLogin],
})
export class AuthModule {}
