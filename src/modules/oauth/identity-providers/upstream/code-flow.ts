import OAuth2Strategy from 'passport-oauth2';

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
  authorizationParameters: Record<string, string>;
  keepVerifier: (verifier: string) => Promise<string>;
  /** The verifier of the state, or null. */
  findVerifier: (state: string) => Promise<string | null>;
  exchange: (parameters: Record<string, string>) => Promise<GrantedTokens>;
}

/** One code flow with PKCE S256 (RFC 7636). Our state store needs no web session; our HTTP client has limits. */
export class CodeFlow extends OAuth2Strategy {
  constructor(private readonly flow: CodeFlowOptions) {
    const store: OAuth2Strategy.StateStore = {
      // The library selects its interface by the number of parameters.
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
        // Used by `exchange` instead.
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

  /** Returns the URL to redirect the browser to. */
  async begin(): Promise<string> {
    const outcome = await this.run({});
    if (typeof outcome !== 'string') throw new Error('the strategy did not redirect');
    return outcome;
  }

  /** @throws errors of `exchange` */
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
