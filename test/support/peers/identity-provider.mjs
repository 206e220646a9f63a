/**
 * A customer's identity provider: a real OpenID provider in a separate process that misbehaves on demand.
 *
 *   node identity-provider.mjs     prints {"issuer": "http://127.0.0.1:port"} once it listens; ends with its standard input
 *
 * `POST /control` replaces parts of its state: `clients`, `accounts` (claims by `sub`), `idTokenClaims` (whether ID tokens
 * have the e-mail address; only userinfo otherwise), `authMethods` (how clients authenticate), `newKeys` (rotates them,
 * once), `tamper` (changes ID tokens: `claims`, `drop`, `algorithm` none or HS256, `foreignKey`, `omit`) and `faults` (by path:
 * hang, error, redirect, huge).
 *
 * A user with a `login_hint` that is an account's `sub` or address is signed in at once; a form asks others who they
 * are, without a password.
 */
import http from 'node:http';
import { json, text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { Provider } from 'oidc-provider';

const state = { clients: [], accounts: {}, idTokenClaims: true, tamper: null, faults: {} };
let issuer = '';
let signing = await newKey();
let foreign = await newKey();
let provider;

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() };
  return { privateKey, jwk };
}

function makeProvider() {
  provider = new Provider(issuer, {
    clients: state.clients.map((client) => ({
      grant_types: ['authorization_code'],
      response_types: ['code'],
      ...client,
    })),
    jwks: { keys: [signing.jwk] },
    cookies: { keys: ['of a test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['name', 'groups', 'realm_access', 'hd'],
    },
    conformIdTokenClaims: !state.idTokenClaims,
    ...(state.authMethods && { clientAuthMethods: state.authMethods }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) =>
      state.accounts[sub] && { accountId: sub, claims: () => ({ sub, ...state.accounts[sub] }) },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token' && context.body?.id_token && state.tamper) {
      context.body.id_token = await tampered(context.body.id_token, state.tamper);
    }
  });
}

async function tampered(idToken, { claims = {}, drop = [], algorithm, foreignKey = false, omit = false }) {
  if (omit) return undefined;
  const payload = { ...JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url').toString()), ...claims };
  for (const name of drop) delete payload[name];
  if (algorithm === 'none') return new UnsecuredJWT(payload).encode();
  if (algorithm === 'HS256') {
    const secret = new TextEncoder().encode(state.clients[0].client_secret);
    return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  }
  // A foreign key under the name of ours: the signature alone gives it away.
  const key = foreignKey ? foreign : signing;
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: signing.jwk.kid }).sign(key.privateKey);
}

const accountOf = (hint) =>
  Object.keys(state.accounts).find((sub) => sub === hint || state.accounts[sub].email === hint);

async function interact(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const chosen =
    request.method === 'POST' ? new URLSearchParams(await text(request)).get('account') : params.login_hint;
  if (request.method === 'POST' && chosen === 'cancel') {
    const refusal = { error: 'access_denied', error_description: 'The person cancelled' };
    return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
  }
  const accountId = accountOf(chosen);
  if (accountId !== undefined) {
    return provider.interactionFinished(
      request,
      response,
      { login: { accountId } },
      { mergeWithLastSubmission: false },
    );
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en">
    <title>Company sign-in</title><h1>Company sign-in</h1><form method="post">
    <label>Account <input name="account" autocomplete="username"></label> <button>Sign in</button>
    <button name="account" value="cancel">Cancel</button></form></html>`);
}

function misbehave(fault, response) {
  if (fault.kind === 'hang') return;
  if (fault.kind === 'error') return response.writeHead(500).end('<h1>Internal Server Error</h1>');
  if (fault.kind === 'redirect') return response.writeHead(302, { location: fault.to }).end();
  const chunk = Buffer.alloc(256 * 1024, ' ');
  let left = 200;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}

async function control(request, response) {
  const { newKeys = false, ...changes } = await json(request);
  Object.assign(state, changes);
  if (newKeys) signing = await newKey();
  // A new one knows nothing of codes that the old one gave.
  if (newKeys || ['clients', 'authMethods', 'idTokenClaims'].some((name) => name in changes)) makeProvider();
  response.writeHead(204).end();
}

const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, issuer);
  const answer = async () => {
    if (pathname === '/control') return control(request, response);
    const fault = state.faults[pathname];
    if (fault) return misbehave(fault, response);
    if (pathname.startsWith('/interaction/')) return interact(request, response);
    return provider.callback()(request, response);
  };
  answer().catch((error) => {
    console.error(error);
    response.destroy();
  });
});

// A test that is busy for longer must not find its connection closed.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  issuer = `http://127.0.0.1:${server.address().port}`;
  makeProvider();
  console.log(JSON.stringify({ issuer }));
});
// However the tests end, so does this.
process.stdin.on('end', () => process.exit()).resume();
