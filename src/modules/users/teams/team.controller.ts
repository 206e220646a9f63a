import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
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
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { CreateTeamRequest, UpdateTeamRequest } from '../dto/team.request.js';
import { TeamResponse } from '../dto/team.response.js';
import { TeamService } from './team.service.js';

@ApiTags('Users')
@Controller('teams')
export class TeamController {
  constructor(private readonly teams: TeamService) {}

  /** Lists the organization's teams, newest first. Managers see only their own. */
  @Get()
  @Requires('user.manage')
  @AnswersPage(TeamResponse)
  async listTeams(@CurrentPrincipal() principal: Principal, @Query() query: PageQuery): Promise<Page<TeamResponse>> {
    return (await this.teams.list(principal, query)).map((team) => TeamResponse.from(team));
  }

  /** Creates a team. For administrators (403 `admin_only`). */
  @Post()
  @InSandbox('refused')
  @Requires('user.manage')
  @RefusalsRecorded('team.created', 'team')
  @Idempotent()
  @Fails('CONFLICT', 'already_exists', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, TeamResponse)
  async createTeam(@CurrentPrincipal() principal: Principal, @Body() body: CreateTeamRequest): Promise<TeamResponse> {
    return TeamResponse.from(await this.teams.create(principal, body.name));
  }

  /** Returns a team. */
  @Get(':id')
  @Requires('user.manage')
  @Answers(HttpStatus.OK, TeamResponse)
  async getTeam(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('team')) id: string,
  ): Promise<TeamResponse> {
    return TeamResponse.from(await this.teams.get(principal, id));
  }

  /** Renames a team. For administrators (403 `admin_only`). */
  @Patch(':id')
  @InSandbox('refused')
  @Requires('user.manage')
  @RefusalsRecorded('team.updated', 'team')
  @Fails('CONFLICT', 'already_exists')
  @Answers(HttpStatus.OK, TeamResponse)
  async updateTeam(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('team')) id: string,
    @Body() body: UpdateTeamRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<TeamResponse> {
    return TeamResponse.from(await this.teams.rename(principal, id, body.name, ifMatch));
  }

  /**
   * Deletes a team; its members then have no team. 409 `team_in_use` if documents or publications belong to it. For administrators (403
   * `admin_only`).
   */
  @Delete(':id')
  @InSandbox('refused')
  @Requires('user.manage')
  @RefusalsRecorded('team.deleted', 'team')
  @Fails('CONFLICT', 'team_in_use')
  @AnswersNothing()
  deleteTeam(@CurrentPrincipal() principal: Principal, @Param('id', new IdPipe('team')) id: string): Promise<void> {
    return this.teams.remove(principal, id);
  }
}
