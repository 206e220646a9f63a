import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Answers, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { DirectiveService } from './directive.service.js';
import { CreateDirectiveRequest, ListDirectivesQuery, UpdateDirectiveRequest } from './dto/directive.request.js';
import { DirectiveResponse } from './dto/directive.response.js';

@ApiTags('Fleet')
@Controller('directives')
export class DirectiveController {
  constructor(private readonly directives: DirectiveService) {}

  /** Lists airworthiness directives and service bulletins, newest first. */
  @Get()
  @Requires('document.view')
  @AnswersPage(DirectiveResponse)
  async listDirectives(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListDirectivesQuery,
  ): Promise<Page<DirectiveResponse>> {
    return (await this.directives.list(principal, query)).map((one) => DirectiveResponse.from(one));
  }

  /**
   * Adds a directive or bulletin, by hand or from a filed document. All members of the organization can read it, also its number, title
   * and effectivity if they come from a document that they cannot see.
   */
  @Post()
  @Requires('directive.manage')
  @RefusalsRecorded('directive.created', 'directive')
  @Idempotent()
  @Fails('CONFLICT', 'already_exists', 'too_many_directives', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, DirectiveResponse)
  async createDirective(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateDirectiveRequest,
  ): Promise<DirectiveResponse> {
    return DirectiveResponse.from(await this.directives.create(principal, body));
  }

  /** Returns a directive. */
  @Get(':id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, DirectiveResponse)
  async getDirective(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('directive')) id: string,
  ): Promise<DirectiveResponse> {
    return DirectiveResponse.from(await this.directives.get(principal, id));
  }

  /** Changes a directive. Lists and compliance times replace those before. */
  @Patch(':id')
  @Requires('directive.manage')
  @RefusalsRecorded('directive.updated', 'directive')
  @Fails('CONFLICT', 'already_exists')
  @Answers(HttpStatus.OK, DirectiveResponse)
  async updateDirective(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('directive')) id: string,
    @Body() body: UpdateDirectiveRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<DirectiveResponse> {
    return DirectiveResponse.from(await this.directives.update(principal, id, body, ifMatch));
  }

  /** Deletes a directive for which nothing was recorded on an aircraft; 409 `has_records` otherwise. A canceled one is better kept as `canceled`. */
  @Delete(':id')
  @Requires('directive.manage')
  @RefusalsRecorded('directive.deleted', 'directive')
  @Fails('CONFLICT', 'has_records')
  @AnswersNothing()
  deleteDirective(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('directive')) id: string,
  ): Promise<void> {
    return this.directives.remove(principal, id);
  }
}
