import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import { AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { UsageService } from '../usage.service.js';
import { DeprecatedCallResponse } from './dto/deprecation.response.js';

@ApiTags('System')
@Controller('deprecations')
export class DeprecationController {
  constructor(
    private readonly usage: UsageService,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  /**
   * Lists who in the organization calls what is deprecated, with its sunset and successor.
   *
   * @remarks A caller is listed for 90 days after its last call.
   */
  @Get()
  @Requires('system.settings')
  @AnswersPage(DeprecatedCallResponse)
  async listDeprecatedCalls(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<DeprecatedCallResponse>> {
    const page = await this.usage.listDeprecatedCalls(principal, query);
    return page.map((row) => DeprecatedCallResponse.from(row, this.issuer));
  }
}
