import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../common/auth/access.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { KeyStore, type PublicJwk } from './key-store.js';

/** Served at the root without the response envelope, as verifiers of tokens expect (RFC 8414, `jwks_uri`). */
@ApiExcludeController()
@Controller('.well-known')
@Public()
@RawResponse()
export class JwksController {
  constructor(private readonly keys: KeyStore) {}

  /** Returns the public keys of tokens in use and the announced key (RFC 7517, 5). Pages of any origin can read them. */
  @Get('jwks.json')
  @Header('Content-Type', 'application/jwk-set+json; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=600')
  async listPublicKeys(): Promise<{ keys: PublicJwk[] }> {
    return { keys: await this.keys.publicKeys() };
  }
}
