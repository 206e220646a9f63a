import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../common/auth/access.decorator.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { EvidenceKeys, type EvidenceJwk } from './evidence-keys.service.js';

/** Served at the root without the response envelope, as libraries expect of a JWK set. */
@ApiExcludeController()
@Controller('.well-known')
@Public()
@RawResponse()
export class EvidenceJwksController {
  constructor(private readonly keys: EvidenceKeys) {}

  /** Returns the public keys of all evidence, including those that no longer sign (RFC 7517, 5). Pages of any origin can read them. */
  @Get('evidence-jwks.json')
  @Header('Content-Type', 'application/jwk-set+json; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=600')
  async listEvidenceKeys(): Promise<{ keys: EvidenceJwk[] }> {
    return { keys: await this.keys.publicKeys() };
  }
}
