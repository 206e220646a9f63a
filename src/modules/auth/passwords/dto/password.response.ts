import { ApiProperty } from '@nestjs/swagger';
import type { StandingAccess } from '../../sign-in/standing-access.service.js';
import { StandingAccessResponse } from '../../sign-in/standing-access.response.js';

export class ForgotPasswordResponse {
  /** The same for every address. A mail is sent if the account exists. */
  @ApiProperty({ enum: [true] })
  accepted: true;
}

export class ResetPasswordResponse {
  /** The new password is active and every session has ended. */
  @ApiProperty({ enum: [true] })
  password_reset: true;
  /** What still acts for the account. Null for an account with a second factor, since access to the mailbox alone must not reveal it. */
  @ApiProperty({ type: StandingAccessResponse, nullable: true })
  standing_access: StandingAccessResponse | null;

  static of(left: StandingAccess | null): ResetPasswordResponse {
    return { password_reset: true, standing_access: left && StandingAccessResponse.from(left) };
  }
}

export class ChangePasswordResponse {
  /** The new password is active and every other session has ended. */
  @ApiProperty({ enum: [true] })
  password_changed: true;
  standing_access: StandingAccessResponse;
}
