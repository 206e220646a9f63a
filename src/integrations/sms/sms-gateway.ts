import { decodeUserInfo, isLoopbackHost } from '../urls.js';

/** A provider of text messages, as SMS_URL names it. */
export interface SmsGateway {
  /** Without user info. */
  endpoint: string;
  /** Header `Authorization`, Basic (RFC 7617); undefined when the URL names no user. */
  authorization: string | undefined;
}

/**
 * Reads `https://account:token@host/2010-04-01/Accounts/{sid}/Messages.json`. http only on loopback: the token and the
 * codes would cross the network readable.
 *
 * @throws Error saying what is wrong, never repeating the URL, which holds a token
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
