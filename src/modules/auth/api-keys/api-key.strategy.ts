import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { API_KEY_STRATEGY, BEARER_API_KEY_STRATEGY } from '../../../common/auth/authenticator.js';
import { bearerTokenOf } from '../../../common/auth/bearer-token.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';

/** `X-API-Key`: authenticates as the key's owner, limited to the key's scopes. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, API_KEY_STRATEGY) {
  constructor(private readonly apiKeys: ApiKeyAuthenticator) {
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  validate(key: string): Promise<Principal> {
    return this.apiKeys.authenticate(key);
  }
}

/** `Authorization: Bearer` with a key, where the authenticator allows it. */
@Injectable()
export class BearerApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, BEARER_API_KEY_STRATEGY) {
  constructor(private readonly apiKeys: ApiKeyAuthenticator) {
    super({ header: 'Authorization', prefix: '' }, false);
  }

  async validate(authorization: string): Promise<Principal> {
    const key = bearerTokenOf({ headers: { authorization } });
    if (key === null) throw AppError.unauthorized('api_key', 'invalid');
    return this.apiKeys.authenticate(key);
  }
}
