import { Body, Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { InSandbox } from '../../common/sandbox/in-sandbox.decorator.js';
import { AdvanceClockRequest } from './dto/sandbox.request.js';
import { SandboxResponse } from './dto/sandbox.response.js';
import { SandboxService } from './sandbox.service.js';

@ApiTags('Sandbox')
@Controller('sandbox')
@InSandbox('only')
export class SandboxController {
  constructor(private readonly sandboxes: SandboxService) {}

  /** Returns the state of the sandbox. This and the other operations on it exist only under its base, such as `/sandbox/api/v1/sandbox`. */
  @Get()
  @Requires('api.access')
  @Answers(HttpStatus.OK, SandboxResponse)
  async getSandbox(@CurrentPrincipal() principal: Principal): Promise<SandboxResponse> {
    return SandboxResponse.from(await this.sandboxes.get(principal));
  }

  /** Deletes all documents and everything made with them, and files the sample library again. API keys, webhooks, people and settings stay. */
  @Post('reset')
  @HttpCode(HttpStatus.OK)
  @Requires('api.access')
  @Expensive()
  @Fails('CONFLICT', 'reset_in_progress')
  @Answers(HttpStatus.OK, SandboxResponse)
  async resetSandbox(@CurrentPrincipal() principal: Principal): Promise<SandboxResponse> {
    return SandboxResponse.from(await this.sandboxes.reset(principal));
  }

  /**
   * Advances the clock for expiries: of API keys and their replaced secrets, shares, exports, replaced secrets of webhooks, and pauses before
   * further attempts of deliveries.
   *
   * @remarks Times of expiry come earlier by that time. Times of events do not change.
   */
  @Post('clock')
  @HttpCode(HttpStatus.OK)
  @Requires('api.access')
  @Answers(HttpStatus.OK, SandboxResponse)
  async advanceSandboxClock(
    @CurrentPrincipal() principal: Principal,
    @Body() { seconds }: AdvanceClockRequest,
  ): Promise<SandboxResponse> {
    return SandboxResponse.from(await this.sandboxes.advanceClock(principal, seconds));
  }
}
