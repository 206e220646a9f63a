import { ApiProperty } from '@nestjs/swagger';
import { UserSummaryResponse } from '../../users/dto/user.response.js';
import type { Session } from '../sessions/session.entity.js';
import type { SignIn } from '../sign-in/sign-in.service.js';
import type { SignOut } from '../sign-in/sign-out.service.js';
import { StandingAccessResponse } from '../sign-in/standing-access.response.js';

/** Token set (spec 2.3). */
export class TokenSetResponse {
  /** JWT for `Authorization: Bearer`. */
  access_token: string;
  /** Single-use JWT that gets the next token set. */
  refresh_token: string;
  /** Remaining lifetime of the access token in seconds: 3600, or less if the session ends earlier. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  @ApiProperty({ enum: ['Bearer'] })
  token_type: 'Bearer';
  user: UserSummaryResponse;

  static from(signIn: SignIn): TokenSetResponse {
    return {
      access_token: signIn.access_token,
      refresh_token: signIn.refresh_token,
      expires_in: signIn.expires_in,
      token_type: 'Bearer',
      user: UserSummaryResponse.from(signIn.user),
    };
  }
}

export class LogoutResponse {
  /** Number of ended sessions. */
  @ApiProperty({ type: 'integer' })
  logged_out: number;
  /** With `all_sessions`: what still acts for the user. */
  @ApiProperty({ type: StandingAccessResponse, required: false })
  standing_access?: StandingAccessResponse;

  static from({ ended, left }: SignOut): LogoutResponse {
    return { logged_out: ended, ...(left && { standing_access: StandingAccessResponse.from(left) }) };
  }
}

/** An open session of the caller. */
export class SessionResponse {
  id: string;
  /** The client's User-Agent. */
  @ApiProperty({ type: String, nullable: true })
  device: string | null;
  @ApiProperty({ type: String, nullable: true })
  ip: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  last_seen_at: string;
  /** Whether this request uses the session. */
  current: boolean;

  static from(session: Session, currentSessionId: string | null): SessionResponse {
    return {
      id: session.id,
      device: session.device,
      ip: session.ip,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      current: session.id === currentSessionId,
    };
  }
}
