import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { GrantResponse } from './dto/grant.response.js';
import { GrantService } from './grant.service.js';

@ApiTags('OAuth')
@Controller('oauth/grants')
@InSandbox('refused')
export class GrantController {
  constructor(private readonly grants: GrantService) {}

  /** Lists the applications that act for the caller, newest first: one entry per application, across all sessions. */
  @Get()
  @Authenticated({ beforeMfa: true })
  @AnswersPage(GrantResponse)
  async listGrants(@CurrentPrincipal() principal: Principal, @Query() query: PageQuery): Promise<Page<GrantResponse>> {
    return (await this.grants.list(principal, query)).map((grant) => GrantResponse.from(grant));
  }

  /** Withdraws a grant. The application's tokens stop working in all sessions, and it must ask for consent again. */
  @Delete(':id')
  @Authenticated({ beforeMfa: true })
  @AnswersNothing()
  withdrawGrant(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('oauth_consent')) id: string,
  ): Promise<void> {
    return this.grants.withdraw(principal, id);
  }
}
