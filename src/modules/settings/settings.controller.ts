import { Body, Controller, Get, HttpStatus, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { UpdateSettingsRequest } from './dto/settings.request.js';
import { SettingsResponse } from './dto/settings.response.js';
import { SettingsService } from './settings.service.js';

@ApiTags('System')
@Controller('settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  /** Returns the organization's settings. */
  @Get()
  @Requires('system.settings')
  @Answers(HttpStatus.OK, SettingsResponse)
  async getSettings(@CurrentPrincipal() principal: Principal): Promise<SettingsResponse> {
    return SettingsResponse.from(await this.settings.get(principal));
  }

  /** Updates settings from the next request on. Requires recent authentication. */
  @Patch()
  @Requires('system.settings', { session: true, freshProof: true })
  @RefusalsRecorded('settings.updated', 'organization')
  @Answers(HttpStatus.OK, SettingsResponse)
  async updateSettings(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateSettingsRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<SettingsResponse> {
    return SettingsResponse.from(await this.settings.update(principal, body, ifMatch));
  }
}
