import { AppError } from '../../../common/errors/app-error.js';
import type { Problem } from './views/layout.js';

const NOT_ACCEPTED: Readonly<Record<string, string>> = {
  password: 'The email address or the password is incorrect.',
  code: 'The code was not accepted. Check it, or get a new one.',
  recovery_code: 'The recovery code is incorrect or was already used.',
  passkey: 'The passkey was not accepted. Try again, or enter your email address.',
  credential: 'The security key was not accepted. Try again, or use another method.',
};

const TOO_MANY: Readonly<Record<string, string>> = {
  codes_sent: 'Too many codes were sent',
  reset_requests: 'Too many password resets were requested',
};

/** The message for a failed proof of identity; rethrows errors that the user cannot correct. @param field that contained the proof */
export function problemOf(error: unknown, field: string): Problem {
  if (!(error instanceof AppError)) throw error;
  const { code, details } = error;
  const reason = details['reason'];
  if (code === 'UNAUTHORIZED' && (reason === 'invalid_credentials' || reason === 'mfa_failed')) {
    return { field, message: NOT_ACCEPTED[field] ?? error.message };
  }
  if (code === 'RATE_LIMIT_EXCEEDED') {
    const what = TOO_MANY[String(reason)] ?? 'Too many failed attempts';
    return { field: null, message: `${what}. Try again in ${inWords(details['retry_after'])}.` };
  }
  if (code === 'SERVICE_UNAVAILABLE') {
    return { field: null, message: 'Too many people are signing in right now. Try again shortly.' };
  }
  if (code === 'UPSTREAM_ERROR' || code === 'UPSTREAM_TIMEOUT') {
    return { field: null, message: 'The code could not be sent. Try again, or use another method.' };
  }
  if (code === 'NOT_FOUND') return { field: null, message: 'This method is no longer available. Choose another.' };
  throw error;
}

/** Whether the password is required again: the login expired or the account changed. */
export function isOver(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'UNAUTHORIZED') return false;
  const { token_type: type, reason } = error.details;
  return type === 'mfa' && reason !== 'mfa_failed';
}

/** Rounded up. @param seconds as in `Retry-After`; defaults to a minute */
export function inWords(seconds: unknown): string {
  const wait = Number(seconds) || 60;
  if (wait < 60) return wait === 1 ? 'a second' : `${Math.ceil(wait)} seconds`;
  const minutes = Math.ceil(wait / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
