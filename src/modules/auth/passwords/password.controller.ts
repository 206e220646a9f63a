import { Body, Controller, HttpStatus, Post } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, Public } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { ErrorEnvelope } from '../../../common/errors/error.response.js';
import { Answers } from '../../../common/openapi/api-response.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { StandingAccessResponse } from '../sign-in/standing-access.response.js';
import { Client } from '../sessions/client-info.decorator.js';
import type { ClientInfo } from '../sessions/session.service.js';
import { ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest } from './dto/password.request.js';
import { ChangePasswordResponse, ForgotPasswordResponse, ResetPasswordResponse } from './dto/password.response.js';
import { PasswordService } from './password.service.js';

@ApiTags('Authentication')
@Controller('auth/password')
@InSandbox('refused')
export class PasswordController {
  constructor(private readonly passwords: PasswordService) {}

  /** Sends a link to set a new password, valid for one hour, if the address belongs to an account with a password. */
  @Post('forgot')
  @Public()
  @Answers(HttpStatus.ACCEPTED, ForgotPasswordResponse)
  async forgotPassword(
    @Body() body: ForgotPasswordRequest,
    @Client() client: ClientInfo,
  ): Promise<ForgotPasswordResponse> {
    await this.passwords.requestReset(body.email, client.ip);
    return { accepted: true };
  }

  /**
   * Sets a new password with the token from the mail. Ends all sessions and, unless disabled, revokes the account's API keys. The next
   * login still requires a second factor.
   */
  @Post('reset')
  @Public()
  @Answers(HttpStatus.OK, ResetPasswordResponse)
  async resetPassword(@Body() body: ResetPasswordRequest): Promise<ResetPasswordResponse> {
    return ResetPasswordResponse.of(await this.passwords.reset(body.token, body.new_password, body.revoke_api_keys));
  }

  /** Changes the caller's password and ends their other sessions. A wrong current password counts as a failed login. */
  @Post('change')
  @Authenticated()
  @ApiConflictResponse({
    description: 'CONFLICT: the account uses single sign-on (reason no_password)',
    type: ErrorEnvelope,
  })
  @Answers(HttpStatus.OK, ChangePasswordResponse)
  async changePassword(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ChangePasswordRequest,
    @Client() client: ClientInfo,
  ): Promise<ChangePasswordResponse> {
    const { current_password: current, new_password: newPassword, revoke_api_keys: revokeKeys } = body;
    const left = await this.passwords.change(principal, { current, newPassword, revokeKeys }, client.ip);
    return { password_changed: true, standing_access: StandingAccessResponse.from(left) };
  }
}
