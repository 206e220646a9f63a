import { Body, Controller, Delete, Get, Header, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { ClientService } from './client.service.js';
import { CreateClientRequest, RotateSecretRequest, UpdateClientRequest } from './dto/client.request.js';
import { ClientResponse, CreatedClientResponse } from './dto/client.response.js';

/**
 * Changes require an interactive session with a recent step-up, because a client outlives the API key, OAuth token or stolen session that
 * would register it.
 */
@ApiTags('OAuth')
@Controller('oauth/clients')
@InSandbox('refused')
export class ClientController {
  constructor(private readonly clients: ClientService) {}

  /** Lists the organization's OAuth clients, newest first. */
  @Get()
  @Requires('system.settings')
  @AnswersPage(ClientResponse)
  async listClients(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<ClientResponse>> {
    return (await this.clients.list(principal, query)).map((client) => ClientResponse.from(client));
  }

  /** Registers an OAuth client. Only this response contains its secret. */
  @Post()
  @Requires('system.settings', { session: true, freshProof: true })
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.CREATED, CreatedClientResponse)
  async createClient(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateClientRequest,
  ): Promise<CreatedClientResponse> {
    return CreatedClientResponse.of(await this.clients.create(principal, body));
  }

  /** Returns one of the organization's OAuth clients. */
  @Get(':id')
  @Requires('system.settings')
  @Answers(HttpStatus.OK, ClientResponse)
  async getClient(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('oauth_client')) id: string,
  ): Promise<ClientResponse> {
    return ClientResponse.from(await this.clients.get(principal, id));
  }

  /** Changes a client. The change applies to its next request. The type cannot change. */
  @Patch(':id')
  @Requires('system.settings', { session: true, freshProof: true })
  @Answers(HttpStatus.OK, ClientResponse)
  async updateClient(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('oauth_client')) id: string,
    @Body() body: UpdateClientRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<ClientResponse> {
    return ClientResponse.from(await this.clients.update(principal, id, body, ifMatch));
  }

  /**
   * Replaces a confidential client's secret. Only this response contains the new secret.
   * @remarks The old secret works for the grace period.
   */
  @Post(':id/rotate-secret')
  @Requires('system.settings', { session: true, freshProof: true })
  @Fails('CONFLICT', 'public_client', 'idempotency_key_in_use')
  @Idempotent()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, CreatedClientResponse)
  async rotateClientSecret(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('oauth_client')) id: string,
    @Body() body: RotateSecretRequest,
  ): Promise<CreatedClientResponse> {
    return CreatedClientResponse.of(await this.clients.rotateSecret(principal, id, body.grace_period_seconds));
  }

  /** Deletes a client and every grant of it. Its tokens stop working immediately. */
  @Delete(':id')
  @Requires('system.settings', { session: true, freshProof: true })
  @AnswersNothing()
  deleteClient(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('oauth_client')) id: string,
  ): Promise<void> {
    return this.clients.delete(principal, id);
  }
}
