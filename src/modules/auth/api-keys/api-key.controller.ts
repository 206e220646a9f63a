import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/auth/principal.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { ApiKeyService } from './api-key.service.js';
import { CreateApiKeyRequest } from './dto/api-key.request.js';
import { ApiKeyResponse, CreatedApiKeyResponse } from './dto/api-key.response.js';

@ApiTags('Authentication')
@Controller('api-keys')
export class ApiKeyController {
  constructor(private readonly apiKeys: ApiKeyService) {}

  /** The caller's API keys, newest first. */
  @Get()
  @Requires('api.access')
  @AnswersPage(ApiKeyResponse)
  async listApiKeys(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<ApiKeyResponse>> {
    return (await this.apiKeys.list(principal, query)).map((apiKey) => ApiKeyResponse.from(apiKey));
  }

  /** Makes an API key; the answer is the only one that shows it. */
  @Post()
  @Requires('api.access')
  @Idempotent()
  @Answers(HttpStatus.CREATED, CreatedApiKeyResponse)
  async createApiKey(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateApiKeyRequest,
  ): Promise<CreatedApiKeyResponse> {
    const { apiKey, key } = await this.apiKeys.create(principal, body);
    return { ...ApiKeyResponse.from(apiKey), key };
  }

  /** One of the caller's API keys. */
  @Get(':id')
  @Requires('api.access')
  @Answers(HttpStatus.OK, ApiKeyResponse)
  async getApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('api_key')) id: string,
  ): Promise<ApiKeyResponse> {
    return ApiKeyResponse.from(await this.apiKeys.get(principal, id));
  }

  /** Revokes one of the caller's API keys from the next request on. */
  @Delete(':id')
  @Requires('api.access')
  @AnswersNothing()
  revokeApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('api_key')) id: string,
  ): Promise<void> {
    return this.apiKeys.revoke(principal, id);
  }
}
