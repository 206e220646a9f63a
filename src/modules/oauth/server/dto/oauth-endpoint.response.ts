import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../../../common/auth/permissions.js';

/** A success of the token endpoint (RFC 6749, 5.1; OpenID Connect Core 1.0, 3.1.3.3). */
export class OAuthTokenResponse {
  /** A JWT (RFC 9068), good as a bearer on every route of this API. */
  access_token: string;
  @ApiProperty({ enum: ['Bearer'] })
  token_type: string;
  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  /** Good for one use; the answer to it brings the next. */
  refresh_token: string;
  /** What was granted, names with spaces between them. */
  scope: string;
  /** With the scope `openid`. */
  @ApiProperty({ required: false })
  id_token?: string;
}

/** What is known of a token (RFC 7662, 2.2); of one that is spent, foreign or unknown only that it is not active. */
export class OAuthIntrospectionResponse {
  active: boolean;
  /** The user. */
  @ApiProperty({ required: false })
  sub?: string;
  @ApiProperty({ required: false })
  client_id?: string;
  @ApiProperty({ required: false })
  scope?: string;
  @ApiProperty({ required: false })
  token_type?: string;
  @ApiProperty({ required: false })
  iss?: string;
  @ApiProperty({ required: false })
  aud?: string;
  /** Unix time. */
  @ApiProperty({ type: 'integer', required: false })
  iat?: number;
  /** Unix time. */
  @ApiProperty({ type: 'integer', required: false })
  exp?: number;
}

/** Who the user is, as far as the scopes `profile` and `email` were granted (OpenID Connect Core 1.0, 5.3). */
export class OAuthUserinfoResponse {
  sub: string;
  @ApiProperty({ required: false })
  name?: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  role?: Role;
  @ApiProperty({ required: false })
  organization_id?: string;
  /** Unix time. */
  @ApiProperty({ type: 'integer', required: false })
  updated_at?: number;
  @ApiProperty({ required: false })
  email?: string;
  @ApiProperty({ required: false })
  email_verified?: boolean;
}

/** A failure of these endpoints (RFC 6749, 5.2): outside of the envelope, as every client library expects it. */
export class OAuthErrorResponse {
  /** A code for programs, such as `invalid_grant`. */
  error: string;
  /** A sentence for developers. */
  @ApiProperty({ required: false })
  error_description?: string;
}
