import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXIT, StopError } from '../exit.js';

const HOST = '127.0.0.1';
const PATH = '/callback';
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
};

export interface Request {
  /** What the browser opens. */
  authorizationUrl: string;
  /** For the exchange of the code. */
  redirectUri: string;
  verifier: string;
  /** The code. @throws StopError when the user declines, or after `timeoutMs` */
  code: Promise<string>;
  close(): void;
}

interface Terms {
  /** Of the API. */
  url: string;
  clientId: string;
  scope: string;
  /** Of the authorization server; another's response is refused (RFC 9207). */
  issuer: string;
  timeoutMs: number;
}

/** Authorization code with PKCE, through a redirect to a loopback port that the system chooses (RFC 8252, 7.3). */
export async function beginRequest({ url, clientId, scope, issuer, timeoutMs }: Terms): Promise<Request> {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  let answered: (query: URLSearchParams) => void = () => undefined;
  const query = new Promise<URLSearchParams>((resolve) => (answered = resolve));
  const server = createServer((request, response) => {
    const found = queryOf(request, (server.address() as AddressInfo).port);
    if (!found) return answer(response, 404, 'Not found.');
    // A page that guesses the port cannot end the sign-in.
    if (!isSame(found.get('state') ?? '', state) || found.get('iss') !== issuer)
      return answer(response, 400, 'This is not the response that amk waits for.');
    const text = found.has('code') ? 'You are signed in to amk.' : 'The sign-in was declined.';
    answer(response, 200, `${text} You can close this window.`, () => answered(found));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  const redirectUri = `http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new StopError(
      `No sign-in within ${timeoutMs / 60_000} minutes. Run amk login again`,
      EXIT.notSignedIn,
    );
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  const parameters = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return {
    authorizationUrl: `${url}/oauth/authorize?${parameters.toString()}`,
    redirectUri,
    verifier,
    code: Promise.race([query.then(codeOf), late]),
    close: () => {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Null for another address. A name other than 127.0.0.1 in `Host` is a page of somebody else (DNS rebinding). */
function queryOf({ method, url = '', headers }: IncomingMessage, port: number): URLSearchParams | null {
  if (method !== 'GET' || headers.host !== `${HOST}:${port}` || !url.startsWith(`${PATH}?`)) return null;
  return new URLSearchParams(url.slice(PATH.length + 1));
}

function codeOf(query: URLSearchParams): string {
  const code = query.get('code');
  if (code !== null) return code;
  const problem = query.get('error') ?? '';
  const reason = /^\w{1,60}$/.test(problem) ? problem : 'unknown error';
  throw new StopError(`The sign-in was not permitted (${reason})`, EXIT.refused);
}

function answer(response: ServerResponse, status: number, text: string, then?: () => void): void {
  response.writeHead(status, HEADERS).end(`<!doctype html><title>amk</title><p>${text}</p>\n`, then);
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
