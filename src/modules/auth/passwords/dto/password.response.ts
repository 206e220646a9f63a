import { ApiProperty } from '@nestjs/swagger';
import type { StandingAccess } from '../../standing-access.service.js';
import { StandingAccessResponse } from '../../dto/standing-access.response.js';

export class ForgotPasswordResponse {
  /** The same whether or not there is such an account: should there be one, a mail is on its way. */
  @ApiProperty({ enum: [true] })
  accepted: true;
}

export class ResetPasswordResponse {
  /** The new password signs in from now on; every session has ended. */
  @ApiProperty({ enum: [true] })
  password_reset: true;
  /** What still acts for the account; null for one with a second factor, of which a mailbox alone is told nothing. */
  @ApiProperty({ type: StandingAccessResponse, nullable: true })
  standing_access: StandingAccessResponse | null;

  static of(left: StandingAccess | null): ResetPasswordResponse {
    return { password_reset: true, standing_access: left && StandingAccessResponse.from(left) };
  }
}

export class ChangePasswordResponse {
  /** The new password signs in from now on; every other session has ended. */
  @ApiProperty({ enum: [true] })
  password_changed: true;
  standing_access: StandingAccessResponse;
}
