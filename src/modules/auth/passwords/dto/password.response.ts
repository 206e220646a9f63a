import { ApiProperty } from '@nestjs/swagger';

export class ForgotPasswordResponse {
  /** The same whether or not there is such an account: should there be one, a mail is on its way. */
  @ApiProperty({ enum: [true] })
  accepted: true;
}

export class ResetPasswordResponse {
  /** The new password signs in from now on; every session has ended. */
  @ApiProperty({ enum: [true] })
  password_reset: true;
}

export class ChangePasswordResponse {
  /** The new password signs in from now on; every other session has ended. */
  @ApiProperty({ enum: [true] })
  password_changed: true;
}
