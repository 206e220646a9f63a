import { attempt, type Fetch } from './attempt.js';
import { ApiError, peek } from './errors.js';
import { reasonOf, withRetries } from './retries.js';
import type { Schema } from './schema-names.js';

/** Tokens of a session, as returned by login. */
export interface Tokens {
  access: string;
  refresh: string;
  /** Called with each new pair before waiting calls continue. Store it: the previous refresh token no longer works. */
  onRefresh?: (tokens: { access: string; refresh: string }) => void | Promise<void>;
}

/** At most one; none for public routes. */
export interface CredentialOptions {
  /**
   * A token that you manage, such as an OAuth client's. A function is called before each attempt, and once more with the token
   * when the service refused it as expired or revoked: the call is repeated if another one is returned.
   */
  accessToken?: string | ((expired?: string) => string | Promise<string>);
  apiKey?: string;
  /** Refreshed when the access token expires. */
  tokens?: Tokens;
}

/** Calls `send` with the credential's headers, again after a refresh. */
export type Authorize = (send: (headers: Record<string, string>) => Promise<Response>) => Promise<Response>;

/** @throws TypeError for more than one credential */
export function credentialsOf(options: CredentialOptions, fetch: Fetch, baseUrl: string): Authorize {
  const { accessToken, apiKey, tokens } = options;
  if ([accessToken, apiKey, tokens].filter((given) => given !== undefined).length > 1) {
    throw new TypeError('Provide only one of accessToken, apiKey and tokens');
  }
  if (tokens) return new RenewableTokens(tokens, fetch, baseUrl).authorize;
  if (apiKey !== undefined) return (send) => send({ 'x-api-key': apiKey });
  if (accessToken === undefined) return (send) => send({});
  if (typeof accessToken === 'string') return (send) => send(bearer(accessToken));
  return async (send) => {
    const token = await accessToken();
    const response = await send(bearer(token));
    if (response.status !== 401 || !RENEWABLE.includes(await reasonOf(response))) return response;
    const renewed = await accessToken(token);
    return renewed === token ? response : send(bearer(renewed));
  };
}

/** A revoked token can have been replaced meanwhile, such as by another sign-in. */
const RENEWABLE: unknown[] = ['expired', 'revoked'];

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/**
 * A refresh token works once, and again for 20 seconds if the response was lost. All attempts together take less: a
 * later one would count as theft and end the session.
 */
const RENEWAL = { retries: 2, maxDelayMs: 1_000, isRepeatable: true };
const RENEWAL_TIMEOUT_MS = 5_000;

class RenewableTokens {
  private access: string;
  private refresh: string;
  /** Refresh in progress, shared by all calls. */
  private renewal: Promise<void> | null = null;
  /** Why the session can no longer be refreshed. */
  private refusal: ApiError | null = null;

  constructor(
    private readonly tokens: Tokens,
    private readonly fetch: Fetch,
    private readonly baseUrl: string,
  ) {
    this.access = tokens.access;
    this.refresh = tokens.refresh;
  }

  /** @throws ApiError when the refresh fails */
  readonly authorize: Authorize = async (send) => {
    const used = this.access;
    const response = await send(bearer(used));
    if (response.status !== 401 || (await reasonOf(response)) !== 'expired') return response;
    // If another call refreshed meanwhile, only the request is repeated.
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
