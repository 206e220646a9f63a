import OAuth2Strategy from 'passport-oauth2';

/** What came back for the code. */
export interface GrantedTokens {
  accessToken: string;
  idToken: string | null;
}

export interface CodeFlowOptions {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  clientId: string;
  redirectUri: string;
  scopes: string[];
  /** On top of the standard ones. */
  authorizationParameters: Record<string, string>;
  /** Keeps the code verifier, and gives a `state` to find it by. */
  keepVerifier: (verifier: string) => Promise<string>;
  /** The verifier that was kept under the state; null when there is none. */
  findVerifier: (state: string) => Promise<string | null>;
  /** Calls the token endpoint, which authenticates the client. */
  exchange: (parameters: Record<string, string>) => Promise<GrantedTokens>;
}

/**
 * One run of the authorization code flow with PKCE S256 (RFC 7636): passport's strategy with a state store of ours in place
 * of a web session, and our own HTTP in place of the library's, which knows no limits.
 */
export class CodeFlow extends OAuth2Strategy {
  constructor(private readonly flow: CodeFlowOptions) {
    const store: OAuth2Strategy.StateStore = {
      // Their number of parameters tells the library which of its interfaces this is.
      store: (_request, verifier, _state, _meta, done) => {
        settle(flow.keepVerifier(verifier), done);
      },
      verify: (_request, state, _meta, done) => {
        settle(
          flow.findVerifier(state).then((verifier) => verifier ?? false),
          done,
        );
      },
    };
    super(
      {
        authorizationURL: flow.authorizationEndpoint,
        tokenURL: flow.tokenEndpoint,
        clientID: flow.clientId,
        // Whoever exchanges the code has it.
        clientSecret: '',
        callbackURL: flow.redirectUri,
        scope: flow.scopes,
        pkce: 'S256',
        store,
        skipUserProfile: true,
      },
      (accessToken, _refreshToken, { idToken }, _profile, done) => done(null, { accessToken, idToken }),
    );
    this._oauth2.getOAuthAccessToken = (code, parameters, done) => {
      flow.exchange({ ...parameters, code }).then(
        ({ accessToken, idToken }) => done(null, accessToken, undefined, { idToken }),
        (error: Error) => done(error),
      );
    };
  }

  override authorizationParams(): Record<string, string> {
    return this.flow.authorizationParameters;
  }

  /** Where to send the browser. */
  async begin(): Promise<string> {
    const outcome = await this.run({});
    if (typeof outcome !== 'string') throw new Error('the strategy did not redirect');
    return outcome;
  }

  /** The tokens for what the provider sent the browser back with. @throws what `exchange` throws */
  async complete(code: string, state: string): Promise<GrantedTokens> {
    const outcome = await this.run({ code, state });
    if (typeof outcome === 'string') throw new Error('the strategy redirected');
    return outcome;
  }

  private run(query: Record<string, string>): Promise<string | GrantedTokens> {
    return new Promise((resolve, reject) => {
      this.redirect = resolve;
      this.success = (tokens) => resolve(tokens as GrantedTokens);
      this.fail = () => reject(new Error('the strategy found no verifier'));
      this.error = (error) => reject((error as { oauthError?: Error }).oauthError ?? error);
      this.authenticate({ query }, {});
    });
  }
}

function settle<T>(promise: Promise<T>, done: (error: Error | null, value?: T) => void): void {
  promise.then(
    (value) => done(null, value),
    (error: Error) => done(error),
  );
}
