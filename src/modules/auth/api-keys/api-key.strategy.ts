import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { API_KEY_STRATEGY } from '../../../common/auth/authenticator.js';
import type { Principal } from '../../../common/auth/principal.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';

/** `X-API-Key`: the key's owner, with the owner's present role narrowed to the key's scopes. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, API_KEY_STRATEGY) {
  constructor(private readonly apiKeys: ApiKeyAuthenticator) {
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  validate(key: string): Promise<Principal> {
    return this.apiKeys.authenticate(key);
  }
}
