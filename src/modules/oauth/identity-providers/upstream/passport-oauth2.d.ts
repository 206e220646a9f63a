declare module 'passport-oauth2' {
  /** The used part of passport's OAuth 2 strategy; the package has no types. */
  class OAuth2Strategy {
    constructor(options: OAuth2Strategy.Options, verify: OAuth2Strategy.Verify);
    /** Starts a login or, if the query has a code, completes one; reports the result by the four methods below. */
    authenticate(request: OAuth2Strategy.Request, options: object): void;
    /** Additional parameters of the authorization request. */
    authorizationParams(options: object): Record<string, string>;
    redirect(url: string): void;
    success(user: unknown): void;
    fail(challenge: unknown): void;
    error(error: Error): void;
    /** The client of the token endpoint. */
    protected _oauth2: {
      getOAuthAccessToken(code: string, params: Record<string, string>, done: OAuth2Strategy.TokenCallback): void;
    };
  }

  namespace OAuth2Strategy {
    interface Request {
      query: Record<string, string>;
    }
    type TokenCallback = (
      error: Error | null,
      accessToken?: string,
      refreshToken?: string,
      results?: Record<string, unknown>,
    ) => void;
    type Verify = (
      accessToken: string,
      refreshToken: string | undefined,
      results: Record<string, unknown>,
      profile: unknown,
      done: (error: Error | null, user?: unknown) => void,
    ) => void;
    /** `store` keeps a code verifier under a new state; `verify` returns it, or false. */
    interface StateStore {
      store(
        request: Request,
        verifier: string,
        state: unknown,
        meta: object,
        done: (error: Error | null, state?: string) => void,
      ): void;
      verify(
        request: Request,
        state: string,
        meta: object,
        done: (error: Error | null, verifier?: string | false, info?: unknown) => void,
      ): void;
    }
    interface Options {
      authorizationURL: string;
      tokenURL: string;
      clientID: string;
      clientSecret: string;
      callbackURL: string;
      scope: string[];
      pkce: 'S256';
      store: StateStore;
      skipUserProfile: true;
    }
  }

  export default OAuth2Strategy;
}
