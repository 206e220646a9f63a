import { Body, Controller, Header, HttpStatus, Post } from '@nestjs/common';
import { ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Public } from '../../../common/auth/access.decorator.js';
import { ErrorEnvelope } from '../../../common/errors/error.response.js';
import { Answers } from '../../../common/openapi/api-response.decorator.js';
import { TokenSetResponse } from '../dto/auth.response.js';
import { Client } from '../sessions/client-info.decorator.js';
import type { ClientInfo } from '../sessions/session.service.js';
import { PasskeyVerifyRequest } from './dto/passkey.request.js';
import { PasskeyOptionsResponse } from './dto/passkey.response.js';
import { PasskeyLogin } from './passkey-login.service.js';

@ApiTags('Authentication')
@Controller('auth/passkey')
export class PasskeyController {
  constructor(private readonly logins: PasskeyLogin) {}

  /** Begins a sign-in by passkey. The options are the same for everybody: the passkey itself knows its account. */
  @Post('options')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, PasskeyOptionsResponse)
  async createPasskeyOptions(): Promise<PasskeyOptionsResponse> {
    return PasskeyOptionsResponse.from(await this.logins.ask());
  }

  /**
   * Signs in by passkey alone. A passkey verifies its user, by PIN or fingerprint, so that it counts as a second factor too.
   */
  @Post('verify')
  @Public()
  @ApiUnauthorizedResponse({ description: 'UNAUTHORIZED: reason invalid_credentials', type: ErrorEnvelope })
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, TokenSetResponse)
  async verifyPasskey(@Body() body: PasskeyVerifyRequest, @Client() client: ClientInfo): Promise<TokenSetResponse> {
    return TokenSetResponse.from(await this.logins.verify(body, client));
  }
}
