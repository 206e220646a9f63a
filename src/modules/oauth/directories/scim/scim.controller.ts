import { Body, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { CurrentPrincipal } from '../../../../common/auth/current-principal.decorator.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { IfMatch } from '../../../../common/http/if-match.js';
import { IdPipe } from '../../../../common/ids/id.pipe.js';
import { Expensive } from '../../../../common/limits/limit.decorators.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { DirectoryService } from '../directory.service.js';
import { ScimBulk } from './scim-bulk.service.js';
import { ScimController } from './scim-controller.decorator.js';
import { resourceTypes, schemas, serviceProviderConfig, wholeList } from './scim-discovery.js';
import { ScimGroups } from './scim-groups.service.js';
import type { ListResponse, ScimQuery } from './scim-list.js';
import { ScimUsers } from './scim-users.service.js';

type Json = Record<string, unknown>;

const UserId = (): ParameterDecorator => Param('id', new IdPipe('user'));
const GroupId = (): ParameterDecorator => Param('id', new IdPipe('directory_group'));

@ScimController('Users')
export class ScimUserController {
  constructor(private readonly users: ScimUsers) {}

  @Get()
  @Expensive()
  listScimUsers(@CurrentPrincipal() principal: Principal, @Query() query: Json): Promise<ListResponse> {
    return this.users.list(principal, query);
  }

  @Post()
  createScimUser(@CurrentPrincipal() principal: Principal, @Query() _query: Json, @Body() body: Json): Promise<object> {
    return this.users.create(principal, body);
  }

  @Get(':id')
  getScimUser(@CurrentPrincipal() principal: Principal, @UserId() id: string, @Query() _query: Json): Promise<object> {
    return this.users.get(principal, id);
  }

  @Put(':id')
  replaceScimUser(
    @CurrentPrincipal() principal: Principal,
    @UserId() id: string,
    @Query() _query: Json,
    @Body() body: Json,
    @IfMatch() ifMatch: string | null,
  ): Promise<object> {
    return this.users.replace(principal, id, body, ifMatch);
  }

  @Patch(':id')
  patchScimUser(
    @CurrentPrincipal() principal: Principal,
    @UserId() id: string,
    @Query() _query: Json,
    @Body() body: Json,
    @IfMatch() ifMatch: string | null,
  ): Promise<object> {
    return this.users.patch(principal, id, body, ifMatch);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  removeScimUser(
    @CurrentPrincipal() principal: Principal,
    @UserId() id: string,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.users.remove(principal, id, ifMatch);
  }
}

@ScimController('Groups')
export class ScimGroupController {
  constructor(private readonly groups: ScimGroups) {}

  @Get()
  @Expensive()
  listScimGroups(@CurrentPrincipal() principal: Principal, @Query() query: Json): Promise<ListResponse> {
    return this.groups.list(principal, query, wantsMembers(query));
  }

  @Post()
  createScimGroup(
    @CurrentPrincipal() principal: Principal,
    @Query() _query: Json,
    @Body() body: Json,
  ): Promise<object> {
    return this.groups.create(principal, body);
  }

  @Get(':id')
  getScimGroup(@CurrentPrincipal() principal: Principal, @GroupId() id: string, @Query() query: Json): Promise<object> {
    return this.groups.get(principal, id, wantsMembers(query));
  }

  @Put(':id')
  @Expensive()
  replaceScimGroup(
    @CurrentPrincipal() principal: Principal,
    @GroupId() id: string,
    @Query() _query: Json,
    @Body() body: Json,
    @IfMatch() ifMatch: string | null,
  ): Promise<object> {
    return this.groups.replace(principal, id, body, ifMatch);
  }

  /** Without a body, which could list thousands of members. */
  @Patch(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Expensive()
  patchScimGroup(
    @CurrentPrincipal() principal: Principal,
    @GroupId() id: string,
    @Query() _query: Json,
    @Body() body: Json,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.groups.patch(principal, id, body, ifMatch);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Expensive()
  removeScimGroup(
    @CurrentPrincipal() principal: Principal,
    @GroupId() id: string,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.groups.remove(principal, id, ifMatch);
  }
}

@ScimController('')
export class ScimDiscoveryController {
  constructor(
    private readonly directories: DirectoryService,
    private readonly bulk: ScimBulk,
  ) {}

  @Get('ServiceProviderConfig')
  getScimServiceProviderConfig(): object {
    return serviceProviderConfig(this.directories.baseUrl);
  }

  @Get('ResourceTypes')
  listScimResourceTypes(): ListResponse {
    return wholeList(resourceTypes(this.directories.baseUrl));
  }

  @Get('ResourceTypes/:id')
  getScimResourceType(@Param('id') id: string): object {
    return named(id, resourceTypes(this.directories.baseUrl));
  }

  @Get('Schemas')
  listScimSchemas(): ListResponse {
    return wholeList(schemas(this.directories.baseUrl));
  }

  @Get('Schemas/:id')
  getScimSchema(@Param('id') id: string): object {
    return named(id, schemas(this.directories.baseUrl));
  }

  @Post('Bulk')
  @HttpCode(HttpStatus.OK)
  @Expensive()
  runScimBulk(@CurrentPrincipal() principal: Principal, @Body() body: Json): Promise<object> {
    return this.bulk.run(principal, body);
  }
}

function named(id: string, resources: readonly (object & { id: string })[]): object {
  const found = resources.find((resource) => resource.id === id);
  if (!found) throw AppError.notFound('schema');
  return found;
}

function wantsMembers({ attributes, excludedAttributes }: ScimQuery): boolean {
  const names = (list: unknown): string[] =>
    String(list)
      .toLowerCase()
      .split(',')
      .map((name) => name.trim());
  const isMeant = (name: string): boolean => /(^|:)members(\.|$)/.test(name);
  if (attributes !== undefined) return names(attributes).some(isMeant);
  return excludedAttributes === undefined || !names(excludedAttributes).some(isMeant);
}
