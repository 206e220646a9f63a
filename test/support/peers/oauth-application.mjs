/**
 * An application of a customer: unmodified openid-client, in a separate process, since it is an ES module that Jest cannot
 * load. It does what its parent requests by IPC, `{id, call, arguments}` → `{id, result}` or `{id, error}`. It only maps
 * the issuer's address to the one that the service listens on.
 */
import * as openid from 'openid-client';

let config;
let settings;
const pending = new Map();

const calls = {
  async discover(given) {
    settings = given;
    const authentication = {
      none: () => openid.None(),
      client_secret_basic: () => openid.ClientSecretBasic(given.clientSecret),
      client_secret_post: () => openid.ClientSecretPost(given.clientSecret),
    }[given.authentication];
    const { origin } = new URL(given.issuer);
    config = await openid.discovery(new URL(given.issuer), given.clientId, undefined, authentication(), {
      algorithm: given.algorithm ?? 'oidc',
      [openid.customFetch]: (url, options) => fetch(String(url).replace(origin, given.baseUrl), options),
    });
    return config.serverMetadata();
  },

  /** The address to which the application sends its user's browser. */
  async begin(parameters = {}) {
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const nonce = openid.randomNonce();
    pending.set(state, { verifier, nonce });
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: settings.redirectUri,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    });
    return url.href;
  },

  /** What it does with the address at which the browser comes back. */
  async finish(callback) {
    const url = new URL(callback);
    const { verifier, nonce } = pending.get(url.searchParams.get('state'));
    const tokens = await openid.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: verifier,
      expectedState: url.searchParams.get('state'),
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    return { ...tokens, claims: tokens.claims() };
  },

  refresh: async (token, parameters) => ({ ...(await openid.refreshTokenGrant(config, token, parameters)) }),
  userinfo: (token, subject) => openid.fetchUserInfo(config, token, subject),
  introspect: (token) => openid.tokenIntrospection(config, token),
  revoke: async (token) => void (await openid.tokenRevocation(config, token)),
  endSessionUrl: async (parameters) => openid.buildEndSessionUrl(config, parameters).href,
};

process.on('message', async ({ id, call, arguments: given }) => {
  try {
    process.send({ id, result: await calls[call](...given) });
  } catch (error) {
    const { message, code, error: problem, error_description: description, status } = error;
    process.send({ id, error: { message, code, problem, description, status } });
  }
});
process.on('disconnect', () => process.exit(0));
