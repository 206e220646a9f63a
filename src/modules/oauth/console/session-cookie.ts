import type { FastifyRequest } from 'fastify';
import { CONSOLE_PATH } from '../../../common/console-path.js';
import { AppError } from '../../../common/errors/app-error.js';

/** Scripts of other origins cannot send this header without a preflight, which the service refuses. */
const OWN_HEADER = ['x-requested-with', 'console'] as const;

/** The names, values and attributes that only the service sets. Until the browser ends; the session ends earlier on its own. */
export function sessionCookie(issuer: string, refreshToken: string): string {
  return `${nameOf(issuer)}=${refreshToken}; ${attributesOf(issuer)}`;
}

export function clearedCookie(issuer: string): string {
  return `${nameOf(issuer)}=; ${attributesOf(issuer)}; Max-Age=0`;
}

/** The refresh token; null without one. */
export const cookieOf = (request: FastifyRequest, issuer: string): string | null =>
  cookieNamed(request, nameOf(issuer));

/** A random value that the service set; null without one. */
export function cookieNamed({ headers }: FastifyRequest, name: string): string | null {
  const start = `${name}=`;
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
  return /^[\w-]{1,256}$/.test(value) ? value : null;
}

/** Only scripts of the console's own origin. @throws AppError FORBIDDEN (cross_site) */
export function requireOwnPage({ headers }: FastifyRequest, issuer: string): void {
  const [name, value] = OWN_HEADER;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  if (headers[name] === value && site === 'same-origin' && headers.origin === new URL(issuer).origin) return;
  throw new AppError('FORBIDDEN', 'Only pages of the console can use this route', { reason: 'cross_site' });
}

const isSecure = (issuer: string): boolean => issuer.startsWith('https:');

/** `__Host-` does not allow a path. */
const nameOf = (issuer: string): string => `${isSecure(issuer) ? '__Secure-' : ''}amks_console`;

function attributesOf(issuer: string): string {
  const root = new URL(issuer).pathname.replace(/\/+$/, '');
  return `Path=${root}${CONSOLE_PATH}/session; HttpOnly; SameSite=Strict${isSecure(issuer) ? '; Secure' : ''}`;
}
