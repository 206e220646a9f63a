import { ConnectionError } from '../../index.js';
import { EXIT, StopError } from '../exit.js';
import { exclusively } from './lock.js';
import type { Profile, SignIn } from './profile.js';

/** A token is refreshed this long before it expires. */
const MARGIN_MS = 60_000;
const TIMEOUT_MS = 15_000;

interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

/**
 * The access token of the profile, refreshed if necessary. A refresh token is good for one refresh, and its reuse ends
 * the grant: processes that need one take turns, and the later ones find the tokens of the first.
 * @throws StopError when the sign-in has ended; ConnectionError
 */
export async function accessTokenOf(profile: Profile): Promise<string> {
  const signIn = required(profile);
  if (isFresh(signIn)) return signIn.access_token;
  return exclusively(profile.lock, async () => {
    const current = required(profile);
    if (isFresh(current)) return current.access_token;
    const { url, client_id, refresh_token } = current;
    const answer = await post(url, 'token', { grant_type: 'refresh_token', refresh_token, client_id });
    if (answer === null) {
      profile.remove();
      throw new StopError('The sign-in has ended. Run amk login', EXIT.notSignedIn);
    }
    const renewed = signInOf(url, client_id, answer);
    profile.write(renewed);
    return renewed.access_token;
  });
}

/** @param form of the code and its verifier. Null when the service refuses the code */
export async function exchangeCode(
  url: string,
  clientId: string,
  form: Record<string, string>,
): Promise<SignIn | null> {
  const answer = await post(url, 'token', { grant_type: 'authorization_code', client_id: clientId, ...form });
  return answer && signInOf(url, clientId, answer);
}

/** Ends the grant with all its tokens. @throws ConnectionError, StopError */
export async function revoke({ url, client_id, refresh_token }: SignIn): Promise<void> {
  await post(url, 'revoke', { client_id, token: refresh_token, token_type_hint: 'refresh_token' });
}

function required(profile: Profile): SignIn {
  const signIn = profile.read();
  if (!signIn) throw new StopError('Signed out meanwhile. Run amk login', EXIT.notSignedIn);
  return signIn;
}

function isFresh({ expires_at }: SignIn): boolean {
  return expires_at - Date.now() > MARGIN_MS;
}

function signInOf(
  url: string,
  clientId: string,
  { access_token, refresh_token, expires_in, scope }: TokenAnswer,
): SignIn {
  const expires_at = Date.now() + expires_in * 1000;
  return { url, client_id: clientId, access_token, refresh_token, expires_at, scope };
}

/** Null for `invalid_grant`. Not repeated: the first try may have used the token. */
async function post(url: string, endpoint: string, form: Record<string, string>): Promise<TokenAnswer | null> {
  const body = new URLSearchParams(form);
  const terms = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/oauth/${endpoint}`, { ...terms, headers: { accept: 'application/json' } });
    text = await response.text();
  } catch (error) {
    throw new ConnectionError('The service does not answer', error);
  }
  if (response.ok) return text === '' ? null : (JSON.parse(text) as TokenAnswer);
  const problem = problemOf(text);
  if (problem === 'invalid_grant') return null;
  const code = CODES[response.status] ?? (response.status >= 500 ? EXIT.unavailable : EXIT.notSignedIn);
  throw new StopError(`The service refused the sign-in (${response.status} ${problem})`, code);
}

const CODES: Readonly<Record<number, 6 | 7>> = { 404: EXIT.notFound, 429: EXIT.rateLimited };

/** A code of OAuth, or of the API; nothing else of the answer is shown. */
function problemOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    const code = typeof error === 'string' ? error : (error as { code?: unknown } | undefined)?.code;
    return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown error';
  } catch {
    return 'no answer of the service';
  }
}

/** The URL of the service, from that of its API. */
export function serviceOf(url: string): string {
  return url.replace(/(?:\/api)?\/v\d+$/, '');
}

/** Name of the authorization server, with which it marks its responses. @throws ConnectionError, StopError */
export async function issuerOf(url: string): Promise<string> {
  const address = `${serviceOf(url)}/.well-known/openid-configuration`;
  let answer: { issuer?: unknown };
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    answer = response.ok ? ((await response.json()) as { issuer?: unknown }) : {};
  } catch (error) {
    if (error instanceof SyntaxError) answer = {};
    else throw new ConnectionError('The service does not answer', error);
  }
  if (typeof answer.issuer === 'string') return answer.issuer;
  throw new StopError('This is not the URL of the service. Check --url', EXIT.notFound);
}
