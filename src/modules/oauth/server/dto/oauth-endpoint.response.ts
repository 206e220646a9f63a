import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../../../common/principal/permissions.js';

/** Successful response of the token endpoint (RFC 6749, 5.1; OpenID Connect Core 1.0, 3.1.3.3). */
export class OAuthTokenResponse {
  /** JWT (RFC 9068), a bearer token for every route of this API. */
  access_token: string;
  @ApiProperty({ enum: ['Bearer'] })
  token_type: string;
  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  /** Single-use; the response contains the next one. */
  refresh_token: string;
  /** Granted scopes, separated by spaces. */
  scope: string;
  /** With the scope `openid`. */
  @ApiProperty({ required: false })
  id_token?: string;
}

/** State of a token (RFC 7662, 2.2). Only `active: false` for used, unknown or other clients' tokens. */
export class OAuthIntrospectionResponse {
  active: boolean;
  /** User id. */
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

/** The user's identity, within the granted scopes `profile` and `email` (OpenID Connect Core 1.0, 5.3). */
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

/** Error response of these endpoints (RFC 6749, 5.2), without the envelope, as client libraries expect. */
export class OAuthErrorResponse {
  /** Machine-readable code, such as `invalid_grant`. */
  error: string;
  /** A sentence for developers. */
  @ApiProperty({ required: false })
  error_description?: string;
}
