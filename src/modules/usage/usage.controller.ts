import { Controller, Get, HttpStatus, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { UsageQuery } from './dto/usage.request.js';
import { UsageResponse } from './dto/usage.response.js';
import { UsageService } from './usage.service.js';

@ApiTags('System')
@Controller('usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  /**
   * Returns the daily usage of the organization: requests, searches, chats, tokens, storage. At most 366 days,
   * including today.
   */
  @Get()
  @Requires('system.settings')
  @Answers(HttpStatus.OK, UsageResponse)
  async getUsage(@CurrentPrincipal() principal: Principal, @Query() query: UsageQuery): Promise<UsageResponse> {
    return UsageResponse.from(await this.usage.report(principal, query));
  }
}
