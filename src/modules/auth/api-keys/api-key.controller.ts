import { Body, Controller, Delete, Get, Header, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { ApiKeyService } from './api-key.service.js';
import {
  CreateApiKeyRequest,
  ListApiKeysQuery,
  RotateApiKeyRequest,
  UpdateApiKeyRequest,
} from './dto/api-key.request.js';
import { ApiKeyResponse, CreatedApiKeyResponse } from './dto/api-key.response.js';

@ApiTags('Authentication')
@Controller('api-keys')
export class ApiKeyController {
  constructor(private readonly apiKeys: ApiKeyService) {}

  /** Lists the caller's API keys, newest first. With `owner_id`, administrators list those of a service account. */
  @Get()
  @Requires('api.access')
  @AnswersPage(ApiKeyResponse)
  async listApiKeys(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListApiKeysQuery,
  ): Promise<Page<ApiKeyResponse>> {
    return (await this.apiKeys.list(principal, query)).map((apiKey) => ApiKeyResponse.from(apiKey));
  }

  /** Creates an API key. Only this response contains the key. A session needs a recent step-up, here and to change or rotate keys. */
  @Post()
  @Requires('api.access', { freshProof: true })
  @RefusalsRecorded('api_key.created', 'api_key')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.CREATED, CreatedApiKeyResponse)
  async createApiKey(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateApiKeyRequest,
  ): Promise<CreatedApiKeyResponse> {
    return CreatedApiKeyResponse.of(await this.apiKeys.create(principal, body));
  }

  /** Returns one of the caller's API keys or, for administrators, one of a service account's. */
  @Get(':id')
  @Requires('api.access')
  @Answers(HttpStatus.OK, ApiKeyResponse)
  async getApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('api_key')) id: string,
  ): Promise<ApiKeyResponse> {
    return ApiKeyResponse.from(await this.apiKeys.get(principal, id));
  }

  /**
   * Changes a key. The change applies to the next request and narrows keys created with it. An API key can change only itself and keys
   * created with it.
   */
  @Patch(':id')
  @Requires('api.access', { freshProof: true })
  @RefusalsRecorded('api_key.updated', 'api_key')
  @Answers(HttpStatus.OK, ApiKeyResponse)
  async updateApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('api_key')) id: string,
    @Body() body: UpdateApiKeyRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<ApiKeyResponse> {
    return ApiKeyResponse.from(await this.apiKeys.update(principal, id, body, ifMatch));
  }

  /**
   * Replaces the key. Only this response contains the new key. The old key works for the grace period, one day by default. Revoke a leaked
   * key instead, or set the grace period to 0. An API key can rotate only itself and keys created with it.
   */
  @Post(':id/rotate')
  @Requires('api.access', { freshProof: true })
  @RefusalsRecorded('api_key.rotated', 'api_key')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Fails('CONFLICT', 'expired', 'idempotency_key_in_use')
  @Answers(HttpStatus.OK, CreatedApiKeyResponse)
  async rotateApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('api_key')) id: string,
    @Body() body: RotateApiKeyRequest,
  ): Promise<CreatedApiKeyResponse> {
    return CreatedApiKeyResponse.of(await this.apiKeys.rotate(principal, id, body.grace_period_seconds));
  }

  /** Revokes a key and every key created with it. The next requests with them are rejected. */
  @Delete(':id')
  @Requires('api.access')
  @RefusalsRecorded('api_key.revoked', 'api_key')
  @AnswersNothing()
  revokeApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('api_key')) id: string,
  ): Promise<void> {
    return this.apiKeys.revoke(principal, id);
  }
}
