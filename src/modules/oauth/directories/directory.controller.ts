import { Body, Controller, Delete, Get, HttpStatus, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersNothing } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { DirectoryService } from './directory.service.js';
import { ConnectDirectoryRequest } from './dto/directory.request.js';
import { DirectoryResponse } from './dto/directory.response.js';

const ProviderId = (): ParameterDecorator => Param('id', new IdPipe('identity_provider'));

@ApiTags('Identity providers')
@Controller('identity-providers/:id/directory')
@InSandbox('refused')
export class DirectoryController {
  constructor(private readonly directories: DirectoryService) {}

  /** Returns how the identity provider's directory is connected. 404 unless it is. */
  @Get()
  @Requires('system.settings')
  @Answers(HttpStatus.OK, DirectoryResponse)
  async getDirectory(@CurrentPrincipal() principal: Principal, @ProviderId() id: string): Promise<DirectoryResponse> {
    return DirectoryResponse.from(await this.directories.get(principal, id), this.directories.baseUrl);
  }

  /**
   * Lets a service account provision users and groups by SCIM 2.0 as the identity provider's directory, or replaces the account.
   * @remarks `role_mapping` of the identity provider with the claim `groups` turns groups into roles and teams, up to its `max_role`. New
   * addresses must be in its verified domains. 409 `already_exists` if another identity provider has the account.
   */
  @Put()
  @Requires('system.settings', { session: true, freshProof: true })
  @Fails('CONFLICT', 'already_exists')
  @Answers(HttpStatus.OK, DirectoryResponse)
  async connectDirectory(
    @CurrentPrincipal() principal: Principal,
    @ProviderId() id: string,
    @Body() { service_account_id }: ConnectDirectoryRequest,
  ): Promise<DirectoryResponse> {
    const directory = await this.directories.connect(principal, id, service_account_id);
    return DirectoryResponse.from(directory, this.directories.baseUrl);
  }

  /** Disconnects the directory and forgets its groups. Users keep their accounts, roles and teams. */
  @Delete()
  @Requires('system.settings', { session: true, freshProof: true })
  @AnswersNothing()
  disconnectDirectory(@CurrentPrincipal() principal: Principal, @ProviderId() id: string): Promise<void> {
    return this.directories.disconnect(principal, id);
  }
}
