import { decodeUserInfo, isLoopbackHost } from '../urls.js';

export interface SmsGateway {
  /** Without user info. */
  endpoint: string;
  /** Header `Authorization`, Basic (RFC 7617); undefined without a user in the URL. */
  authorization: string | undefined;
}

/**
 * Parses `https://account:token@host/2010-04-01/Accounts/{sid}/Messages.json`. http only on loopback, because token and codes
 * are sent in clear.
 * @throws Error without the URL, which contains a token
 */
export function parseSmsUrl(text: string): SmsGateway {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)))) {
    throw new Error('must look like https://account:token@host/path (http only on loopback)');
  }
  const credentials = `${decodeUserInfo(url.username)}:${decodeUserInfo(url.password)}`;
  const authorization = url.username === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  url.username = '';
  url.password = '';
  return { endpoint: url.href, authorization };
}
