import { attempt, type Fetch } from './attempt.js';
import { ApiError, peek } from './errors.js';
import { reasonOf, withRetries } from './retries.js';
import type { Schema } from './schema-names.js';

/** A session's tokens, as login gave them. */
export interface Tokens {
  access: string;
  refresh: string;
  /** Told of each new pair, before the calls that wait for it go on. Keep it: the refresh token before it is spent. */
  onRefresh?: (tokens: { access: string; refresh: string }) => void | Promise<void>;
}

/** One of them, or none for what is public. */
export interface CredentialOptions {
  /** Of somebody else's keeping, such as an OAuth client's; a function is asked before each try. */
  accessToken?: string | (() => string | Promise<string>);
  apiKey?: string;
  /** Renewed when the access token has expired. */
  tokens?: Tokens;
}

/** Hands `send` the headers of a credential; more than once when the credential had to be renewed. */
export type Authorize = (send: (headers: Record<string, string>) => Promise<Response>) => Promise<Response>;

/** @throws TypeError when more than one is given */
export function credentialsOf(options: CredentialOptions, fetch: Fetch, baseUrl: string): Authorize {
  const { accessToken, apiKey, tokens } = options;
  if ([accessToken, apiKey, tokens].filter((given) => given !== undefined).length > 1) {
    throw new TypeError('Give one of accessToken, apiKey and tokens');
  }
  if (tokens) return new RenewableTokens(tokens, fetch, baseUrl).authorize;
  if (apiKey !== undefined) return (send) => send({ 'x-api-key': apiKey });
  if (accessToken === undefined) return (send) => send({});
  return async (send) => send(bearer(typeof accessToken === 'string' ? accessToken : await accessToken()));
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/**
 * A refresh token is good for one refresh; the service takes it again for 20 seconds, for those who lost the answer. All tries
 * together stay below that: later it would take the repetition for theft, and end the session.
 */
const RENEWAL = { retries: 2, maxDelayMs: 1_000, isRepeatable: true };
const RENEWAL_TIMEOUT_MS = 5_000;

class RenewableTokens {
  private access: string;
  private refresh: string;
  /** While a renewal is under way: everybody waits for the same one. */
  private renewal: Promise<void> | null = null;
  /** Why this session cannot be renewed any more. */
  private refusal: ApiError | null = null;

  constructor(
    private readonly tokens: Tokens,
    private readonly fetch: Fetch,
    private readonly baseUrl: string,
  ) {
    this.access = tokens.access;
    this.refresh = tokens.refresh;
  }

  /** @throws ApiError of the refresh, when there is no new token to be had */
  readonly authorize: Authorize = async (send) => {
    const used = this.access;
    const response = await send(bearer(used));
    if (response.status !== 401 || (await reasonOf(response)) !== 'expired') return response;
    // Renewed by another call while this one was under way: then there is nothing to do but to send it again.
    if (used === this.access) await this.renewOnce();
    return send(bearer(this.access));
  };

  private renewOnce(): Promise<void> {
    this.renewal ??= this.renew().finally(() => (this.renewal = null));
    return this.renewal;
  }

  private async renew(): Promise<void> {
    if (this.refusal) throw this.refusal;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ refresh_token: this.refresh }),
      redirect: 'error' as const,
    };
    const url = `${this.baseUrl}/auth/refresh`;
    const response = await withRetries(() => attempt(this.fetch, url, init, RENEWAL_TIMEOUT_MS), RENEWAL);
    const body = await peek(response);
    if (!response.ok) {
      const error = ApiError.of(response, body);
      if (error.status === 401) this.refusal = error;
      throw error;
    }
    const { data } = body as { data: Schema<'TokenSetResponse'> };
    this.access = data.access_token;
    this.refresh = data.refresh_token;
    await this.tokens.onRefresh?.({ access: this.access, refresh: this.refresh });
  }
}
