import { Module } from '@nestjs/common';
import { UserModule } from '../users/user.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { BearerStrategy } from './bearer.strategy.js';
import { KeyStore } from './key-store.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionActivity } from './session-activity.js';
import { SessionCleaner } from './session-cleaner.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';
import { SigningKeyRepository } from './signing-key.repository.js';
import { TokenService } from './token.service.js';

@Module({
  imports: [UserModule],
  controllers: [AuthController, ApiKeyController],
  providers: [
    AuthService,
    SessionService,
    SessionRepository,
    SessionActivity,
    SessionCleaner,
    TokenService,
    KeyStore,
    SigningKeyRepository,
    ApiKeyService,
    ApiKeyRepository,
    PasswordHasher,
    LoginThrottle,
    BearerStrategy,
    ApiKeyStrategy,
  ],
  exports: [ApiKeyService, PasswordHasher],
})
export class AuthModule {}
