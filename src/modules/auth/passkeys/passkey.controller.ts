import { Body, Controller, Header, HttpStatus, Post } from '@nestjs/common';
import { ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Public } from '../../../common/auth/access.decorator.js';
import { ErrorEnvelope } from '../../../common/errors/error.response.js';
import { Answers } from '../../../common/openapi/api-response.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { TokenSetResponse } from '../dto/auth.response.js';
import { Client } from '../sessions/client-info.decorator.js';
import type { ClientInfo } from '../sessions/session.service.js';
import { PasskeyVerifyRequest } from './dto/passkey.request.js';
import { PasskeyOptionsResponse } from './dto/passkey.response.js';
import { PasskeyLogin } from './passkey-login.service.js';

@ApiTags('Authentication')
@Controller('auth/passkey')
@InSandbox('account')
export class PasskeyController {
  constructor(private readonly logins: PasskeyLogin) {}

  /** Starts a passkey sign-in. The options are the same for every account, because the passkey identifies its account. */
  @Post('options')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, PasskeyOptionsResponse)
  async createPasskeyOptions(): Promise<PasskeyOptionsResponse> {
    return PasskeyOptionsResponse.from(await this.logins.ask());
  }

  /** Signs in with a passkey alone. A passkey verifies its user, so it counts as a second factor as well. */
  @Post('verify')
  @Public()
  @ApiUnauthorizedResponse({ description: 'UNAUTHORIZED: reason invalid_credentials', type: ErrorEnvelope })
  @Header('Cache-Control', 'no-store')
  @Answers(HttpStatus.OK, TokenSetResponse)
  async verifyPasskey(@Body() body: PasskeyVerifyRequest, @Client() client: ClientInfo): Promise<TokenSetResponse> {
    return TokenSetResponse.from(await this.logins.verify(body, client));
  }
}
