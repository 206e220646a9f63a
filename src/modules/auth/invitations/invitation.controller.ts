import { Body, Controller, Header, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../../common/auth/access.decorator.js';
import { Answers } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { TokenSetResponse } from '../dto/auth.response.js';
import { Client } from '../sessions/client-info.decorator.js';
import type { ClientInfo } from '../sessions/session.service.js';
import { AcceptInvitationRequest } from './dto/invitation.request.js';
import { InvitationService } from './invitation.service.js';

@ApiTags('Authentication')
@Controller('auth/invitations')
@InSandbox('refused')
export class InvitationController {
  constructor(private readonly invitations: InvitationService) {}

  /**
   * Accepts an invitation with the token from its mail. Activates the account with this name and password and signs in. 409
   * `account_elsewhere` if the address has an account in another organization by then.
   */
  @Post('accept')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Fails('CONFLICT', 'account_elsewhere')
  @Answers(HttpStatus.OK, TokenSetResponse)
  async acceptInvitation(
    @Body() body: AcceptInvitationRequest,
    @Client() client: ClientInfo,
  ): Promise<TokenSetResponse> {
    return TokenSetResponse.from(await this.invitations.accept(body, client));
  }
}
