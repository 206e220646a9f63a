import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** `error.details` of the error envelope. Its keys depend on the code (contract, section 1). */
export type ErrorDetails = Record<string, unknown>;

/** A refused field: its dotted path and the reason. */
export interface FieldIssue {
  field: string;
  issue: string;
}

/** Maximum fields reported in one response. */
const MAX_ERRORS = 20;

/** The error class of services. The filter turns it into the error envelope. */
export class AppError extends Error {
  readonly status: number;
  /** Response headers of the error, such as `Retry-After` or `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = ERROR_CODES[code];
    this.headers = options.headers ?? {};
  }

  /** 400. `details.field` and `details.issue` repeat the first of at most {@link MAX_ERRORS} `errors`; `errors_total` counts all. */
  static invalid(errors: FieldIssue[]): AppError {
    const first = errors[0] ?? { field: 'body', issue: 'is invalid' };
    const details = { ...first, errors: errors.slice(0, MAX_ERRORS), errors_total: errors.length };
    return new AppError('INVALID_REQUEST', `${first.field} ${first.issue}`, details);
  }

  /** 404 for an object that does not exist, belongs to another organization, or has a malformed id. */
  static notFound(resource: string): AppError {
    return new AppError('NOT_FOUND', `No such ${resource.replaceAll('_', ' ')}`, { resource });
  }

  /** 401; `reason` as in the contract. */
  static unauthorized(tokenType: TokenType, reason: UnauthorizedReason, extra: ErrorDetails = {}): AppError {
    const headers = { 'www-authenticate': challengeOf(tokenType, reason) };
    const details = { token_type: tokenType, reason, ...extra };
    return new AppError('UNAUTHORIZED', UNAUTHORIZED_MESSAGES[reason], details, { headers });
  }

  static forbidden(requiredPermission: string, userPermissions: readonly string[]): AppError {
    return new AppError('FORBIDDEN', `Permission required: ${requiredPermission}`, {
      required_permission: requiredPermission,
      user_permissions: userPermissions,
    });
  }

  /** 409 with a machine-readable reason. */
  static conflict(reason: string, message: string, extra: ErrorDetails = {}): AppError {
    return new AppError('CONFLICT', message, { reason, ...extra });
  }
}

export type TokenType = 'jwt' | 'api_key' | 'oauth' | 'mfa' | 'refresh';

const UNAUTHORIZED_MESSAGES = {
  missing: 'Credentials are required: an access token or an API key',
  invalid: 'The credentials are not valid',
  expired: 'The token has expired',
  revoked: 'The credentials were revoked',
  idle_timeout: 'The session ended because it was idle',
  reuse_detected: 'The refresh token was used before; the session was ended',
  invalid_credentials: 'The e-mail address or the password is wrong',
  mfa_failed: 'The second factor was not accepted',
  step_up_required: 'Confirm your identity again first',
  live_key: 'The sandbox accepts only its own API keys (amk_test_…)',
  sandbox_key: 'API keys of the sandbox work only there',
} as const;

export type UnauthorizedReason = keyof typeof UNAUTHORIZED_MESSAGES;

const SPENT: readonly UnauthorizedReason[] = ['invalid', 'expired', 'revoked', 'idle_timeout'];

/** `WWW-Authenticate` of a 401 (RFC 9110, 11.6.1), for OAuth libraries. */
export function challengeOf(tokenType: TokenType, reason: UnauthorizedReason): string {
  // RFC 9470: the token is valid, but the last proof of identity is too old.
  if (reason === 'step_up_required') return 'Bearer error="insufficient_user_authentication", max_age="600"';
  const isBearer = tokenType === 'jwt' || tokenType === 'oauth';
  // RFC 6750, 3.1: no error without a token.
  return isBearer && SPENT.includes(reason) ? 'Bearer error="invalid_token"' : 'Bearer';
}
