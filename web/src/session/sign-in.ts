import { API, CONSOLE } from '../place.js';

const KEY = 'sign-in';
const SCOPE = [
  ...['openid', 'profile', 'email', 'offline_access'],
  ...['document.view', 'document.search', 'document.comment', 'document.share', 'document.manage', 'chat.use'],
  ...[
    'user.manage',
    'api.access',
    'webhook.manage',
    'audit.view',
    'system.settings',
    'aircraft.manage',
    'directive.manage',
    'discrepancy.create',
  ],
  ...['assignment.manage', 'acknowledgement.sign'],
].join(' ');

/** A sign-in that waits for its code. The verifier is useless without the code, which only the service can redeem. */
interface Waiting {
  state: string;
  verifier: string;
  returnTo: string;
}

let leaving: Promise<never> | null = null;

/** Leaves for the service's own sign-in pages, once for several failures. Never resolves. */
export function leaveForSignIn(returnTo: string): Promise<never> {
  leaving ??= leave(returnTo);
  return leaving;
}

/** {@link leaveForSignIn}, although the user is signed in: for what requires a recent proof of identity. */
export function leaveForProof(returnTo: string): Promise<never> {
  leaving ??= leave(returnTo, { prompt: 'login' });
  return leaving;
}

/** Leaves for the sign-in pages with a new account, even if another one is signed in to this browser. */
export function leaveForSignInAs(email: string): Promise<never> {
  leaving ??= leave('/', { prompt: 'login', login_hint: email });
  return leaving;
}

/** Loads a page of the console. Requests that fail until then lead nowhere. */
export function leaveForPage(path: string): void {
  leaving = new Promise(() => undefined);
  location.assign(CONSOLE + path);
}

async function leave(returnTo: string, more: Record<string, string> = {}): Promise<never> {
  const waiting: Waiting = { state: random(), verifier: random(), returnTo };
  sessionStorage.setItem(KEY, JSON.stringify(waiting));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(waiting.verifier));
  const query = new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    redirect_uri: `${location.origin}${CONSOLE}/signed-in`,
    scope: SCOPE,
    state: waiting.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...more,
  });
  location.assign(`${API}/oauth/authorize?${query}`);
  return new Promise<never>(() => undefined);
}

/** What the service answered to the sign-in of this tab; null for an answer that this tab did not ask for. */
export function answerOfSignIn(
  query: URLSearchParams,
): { code: string | null; verifier: string; returnTo: string } | null {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const waiting = stored === null ? null : (JSON.parse(stored) as Waiting);
  if (!waiting || query.get('state') !== waiting.state) return null;
  return { code: query.get('code'), verifier: waiting.verifier, returnTo: waiting.returnTo };
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
