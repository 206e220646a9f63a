import { decodeUserInfo, isLoopbackHost } from '../urls.js';

/** When the connection of an smtp:// URL is encrypted. */
const STARTTLS = ['required', 'optional', 'never'] as const;

export interface SmtpServer {
  host: string;
  port: number;
  /** Encrypted from the start (smtps). */
  secure: boolean;
  starttls: (typeof STARTTLS)[number];
  auth: { user: string; pass: string } | undefined;
}

/**
 * Parses `smtp://user:password@host:587` or `smtps://…:465`. STARTTLS is required except on loopback, where it is not used;
 * `?starttls=required|optional|never` overrides this.
 * @throws Error without the URL, which may contain a password
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) {
    throw new Error('must look like smtp://user:password@host:587 or smtps://user:password@host:465');
  }
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const wanted = url.searchParams.get('starttls') ?? (isLoopbackHost(host) ? 'never' : 'required');
  const starttls = STARTTLS.find((mode) => mode === wanted);
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'starttls');
  if (starttls === undefined || unknown !== undefined) {
    throw new Error('may have no parameter but starttls=required, starttls=optional or starttls=never');
  }
  const auth =
    url.username === '' ? undefined : { user: decodeUserInfo(url.username), pass: decodeUserInfo(url.password) };
  return { host, port: Number(url.port) || (secure ? 465 : 587), secure, starttls, auth };
}
