import { CONSOLE } from '../place.js';

const REFRESH_LOCK = 'console-refresh';
/** With when it expires: a tab holds it as long as it has an access token. */
const TOKEN_LOCK = 'console-token-';
/** An access token that expires within this time is refreshed first. */
const EARLY_MS = 30_000;
/** How long a new tab waits for the token of another one, which can be busy. */
const ANSWER_MS = 3000;

/** What tabs of the console tell each other. */
type TabMessage =
  | { kind: 'token'; value: string; expiresAt: number; user: string }
  | { kind: 'asked' }
  | { kind: 'proved'; nonce: string; user: string }
  | { kind: 'ended' };

/** The session has ended: the user must sign in again. */
export class SignedOut extends Error {}

/** The token route did not answer, or failed. */
export class SessionUnavailable extends Error {
  constructor(readonly requestId: string | null) {
    super('The service could not be reached');
  }
}

interface Token {
  value: string;
  expiresAt: number;
  /** Id of the account. */
  user: string;
}

/**
 * The access token, in the memory of the tabs alone; the refresh token is in a cookie that no script can read. The tabs refresh
 * once, because a refresh token works once.
 */
class Session {
  private token: Token | null = null;
  private ended = false;
  /** Tells other tabs no longer that this one can be asked for its token. */
  private unlock: () => void = () => undefined;
  /** Only pages of this origin hear it. */
  private readonly tabs = new BroadcastChannel('console-session');
  /** Whose data this tab shows. */
  private shown: string | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly changes = new Set<() => void>();
  private readonly proofs = new Map<string, () => void>();

  constructor() {
    this.tabs.onmessage = ({ data }) => this.receive(data as TabMessage);
  }

  /** Calls back when another tab signs out. */
  onEnd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls back when another account is signed in than this tab shows. */
  onOtherUser(listener: () => void): () => void {
    this.changes.add(listener);
    return () => this.changes.delete(listener);
  }

  /** Calls back when the user has proved their identity in the window that was opened with the nonce. */
  onProof(nonce: string, listener: () => void): () => void {
    this.proofs.set(nonce, listener);
    return () => this.proofs.delete(nonce);
  }

  /** Tells the tab that opened this window. */
  tellProof(nonce: string): void {
    if (this.token) this.tabs.postMessage({ kind: 'proved', nonce, user: this.token.user } satisfies TabMessage);
  }

  /**
   * @param expired a token that the service refused
   * @throws SignedOut, SessionUnavailable
   */
  async accessToken(expired?: string): Promise<string> {
    const known = this.usable(expired);
    if (known !== null) return known;
    return navigator.locks.request(REFRESH_LOCK, async () => {
      const current = this.usable(expired) ?? (await this.ofAnotherTab(expired));
      if (current !== null) return current;
      if (this.ended) throw new SignedOut();
      return this.keep(await post('session/refresh'));
    });
  }

  /** @throws SignedOut for a code that is not valid, SessionUnavailable */
  async start(code: string, verifier: string): Promise<void> {
    await navigator.locks.request(REFRESH_LOCK, async () => {
      this.ended = false;
      this.keep(await post('session', { code, code_verifier: verifier }));
    });
  }

  /** Ends the session in all tabs, with its refresh token. @throws SessionUnavailable */
  async end(): Promise<void> {
    await navigator.locks.request(REFRESH_LOCK, () => post('session/end'));
    this.forget();
    this.tabs.postMessage({ kind: 'ended' } satisfies TabMessage);
  }

  private usable(expired?: string): string | null {
    if (!this.token || this.token.value === expired || this.token.expiresAt - EARLY_MS < Date.now()) return null;
    return this.token.value;
  }

  private async ofAnotherTab(expired?: string): Promise<string | null> {
    const { held = [], pending = [] } = await navigator.locks.query();
    const known = Math.max(this.token?.expiresAt ?? 0, Date.now() + EARLY_MS);
    const newer = [...held, ...pending].some(
      ({ name }) => name?.startsWith(TOKEN_LOCK) && Number(name.slice(TOKEN_LOCK.length)) > known,
    );
    if (!newer) return null;
    this.tabs.postMessage({ kind: 'asked' } satisfies TabMessage);
    for (let waited = 0; waited < ANSWER_MS; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const found = this.usable(expired);
      if (found !== null) return found;
    }
    return null;
  }

  private keep(answer: TokenAnswer | null): string {
    if (!answer) throw new SignedOut();
    const token = {
      value: answer.access_token,
      expiresAt: Date.now() + answer.expires_in * 1000,
      user: answer.user_id,
    };
    this.tabs.postMessage({ kind: 'token', ...token } satisfies TabMessage);
    this.take(token);
    if (this.ended) throw new SignedOut();
    return token.value;
  }

  /** A tab never acts as one account while it shows the data of another: it has no token then, until it is loaded again. */
  private take(token: Token): void {
    this.ended = this.shown !== null && this.shown !== token.user;
    this.hold(this.ended ? null : token);
    this.shown ??= token.user;
    if (this.ended) for (const listener of this.changes) listener();
  }

  private forget(): void {
    this.hold(null);
    this.ended = true;
  }

  private hold(token: Token | null): void {
    this.token = token;
    this.unlock();
    if (!token) return;
    const held = new Promise<void>((resolve) => (this.unlock = resolve));
    void navigator.locks.request(`${TOKEN_LOCK}${token.expiresAt}`, { mode: 'shared' }, () => held);
  }

  private receive(message: TabMessage): void {
    if (message.kind === 'token') {
      this.take({ value: message.value, expiresAt: message.expiresAt, user: message.user });
    } else if (message.kind === 'proved') {
      // What waits for a proof is never done as another account.
      if (message.user === this.shown) this.proofs.get(message.nonce)?.();
    } else if (message.kind === 'asked') {
      if (this.usable() !== null && this.token)
        this.tabs.postMessage({ kind: 'token', ...this.token } satisfies TabMessage);
    } else {
      this.forget();
      for (const listener of this.listeners) listener();
    }
  }
}

interface TokenAnswer {
  access_token: string;
  expires_in: number;
  user_id: string;
}

/** @throws SignedOut, SessionUnavailable */
async function post(path: string, body?: object): Promise<TokenAnswer | null> {
  let response: Response;
  try {
    response = await fetch(`${CONSOLE}/${path}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'x-requested-with': 'console',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new SessionUnavailable(null);
  }
  if (response.status === 204) return null;
  if (response.status === 401) throw new SignedOut();
  if (!response.ok) throw new SessionUnavailable(response.headers.get('x-request-id'));
  return ((await response.json()) as { data: TokenAnswer }).data;
}

export const session = new Session();
