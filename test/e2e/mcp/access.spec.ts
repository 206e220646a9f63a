import {
  Client,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { readyManual, unlike, wheelManual } from '../../support/manuals/manual.js';
import { called, mcpClient, mcpTransport } from '../../support/peers/mcp-client.js';
import { TEST_ISSUER } from '../../support/service/running-process.js';
import { CALLBACK, startOAuthWorld, type OAuthWorld, type RegisteredClient } from '../../support/scenes/oauth-world.js';

const METADATA = '/.well-known/oauth-protected-resource/mcp';
const SCOPES = ['document.view', 'document.search', 'chat.use'] as const;
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

/** What an assistant keeps of a sign-in, in memory. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { redirect_uris: [CALLBACK] };
  asked: URL | undefined;
  granted: Json;
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;

  constructor(private readonly client: RegisteredClient) {}

  clientInformation = (): { client_id: string } => ({ client_id: this.client.client_id });
  tokens = (): Json => this.granted;
  saveTokens = (tokens: Json): void => void (this.granted = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.discovered = state);
  discoveryState = (): OAuthDiscoveryState | undefined => this.discovered;
}

describe('the MCP endpoint', () => {
  let world: OAuthWorld;
  beforeAll(async () => {
    world = await startOAuthWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const post = (api: ApiClient, headers: Record<string, string> = {}, body: unknown = LIST): Promise<ApiResponse> =>
    api.post('/mcp', body, { ...ACCEPT, ...headers });

  it('leads a client without a token to the authorization server, and on to its tools', async () => {
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const wheels = await readyManual(world.admin.api, unlike(await wheelManual()));
    const assistant = new Assistant(await world.client());
    const first = mcpTransport(world.service.baseUrl, { authProvider: assistant });
    const about = { name: 'assistant', version: '1.0.0' };
    await expect(new Client(about).connect(first)).rejects.toThrow(UnauthorizedError);
    expect(assistant.asked?.href.startsWith(`${TEST_ISSUER}/api/v1/oauth/authorize?`)).toBe(true);
    expect(Object.fromEntries(assistant.asked!.searchParams)).toMatchObject({
      resource: `${TEST_ISSUER}/mcp`,
      scope: SCOPES.join(' '),
      code_challenge_method: 'S256',
    });
    const { url } = await world.walk(world.browser(), assistant.asked!.href, user);
    await first.finishAuth(url.searchParams);
    expect(assistant.granted).toMatchObject({ token_type: 'Bearer', scope: SCOPES.join(' ') });

    const client = new Client(about);
    await client.connect(mcpTransport(world.service.baseUrl, { authProvider: assistant }));
    const { passages } = await called(client, 'search_passages', { query: 'brake bolts torque' });
    expect(passages[0].document.id).toBe(wheels.id);
    expect(
      await called(client, 'ask', { question: 'What is the torque of the brake attachment bolts?' }),
    ).toMatchObject({
      answer_status: 'grounded',
    });
    await client.close();

    // Refreshing keeps the resource; the end of the session ends the token.
    const refreshed = await world.form('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: assistant.granted.refresh_token as string,
      client_id: assistant.clientInformation().client_id,
      resource: `${TEST_ISSUER}/mcp`,
    });
    const api = world.api.withBearer(refreshed.body.access_token as string);
    expect((await post(api)).status).toBe(200);
    await world.sql.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [user.id]);
    const after = await post(api);
    expect([after.status, after.body.error.details.reason]).toEqual([401, 'revoked']);
    expect(after.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="/);
  });

  it('offers a token only what it was granted', async () => {
    const user = await world.identity.user({ role: 'engineer', organization: world.organization });
    const { tokens } = await world.grant(await world.application(await world.client()), user, {
      scope: 'openid document.search',
    });
    const client = await mcpClient(world.service.baseUrl, { authorization: `Bearer ${tokens.access_token}` });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search_passages']);
    await expect(called(client, 'ask', { question: 'Which torque?' })).rejects.toThrow('FORBIDDEN');
    await client.close();
  });

  it('gives no token for another resource', async () => {
    const application = await world.application(await world.client());
    for (const resource of [`${TEST_ISSUER}/mcp/other`, 'https://evil.test/mcp']) {
      const { url } = await world.browser().get(await application.begin({ scope: 'openid document.view', resource }));
      expect(url.searchParams.get('error')).toBe('invalid_target');
    }
  });

  it('answers 401 with its metadata, which every origin can read', async () => {
    const missing = await post(world.api);
    expect([missing.status, missing.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    const challenge = `resource_metadata="${TEST_ISSUER}${METADATA}", scope="${SCOPES.join(' ')}"`;
    expect(missing.headers.get('www-authenticate')).toBe(`Bearer ${challenge}`);
    const wrong = await post(world.api.withBearer('nonsense'));
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${challenge}`);
    expect((await post(world.api.withKey(`amk_${'x'.repeat(49)}`))).status).toBe(401);
    const { status, body, headers } = await world.api.get(METADATA, { origin: 'https://anywhere.test' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(body).toEqual({
      resource: `${TEST_ISSUER}/mcp`,
      authorization_servers: [TEST_ISSUER],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Aviation Maintenance Knowledge Service',
    });
  });

  it('refuses pages of other origins', async () => {
    const { api } = world.admin;
    for (const origin of ['https://evil.test', 'null', 'http://service.test']) {
      const { status, body } = await post(api, { origin });
      expect([status, body.error.details.reason]).toEqual([403, 'origin_not_allowed']);
    }
    expect((await post(api, { origin: TEST_ISSUER })).status).toBe(200);
  });

  it('has no sessions, streams or batches, and bounds on what it reads', async () => {
    const { api } = world.admin;
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await api.request(method, '/mcp', { headers: ACCEPT });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect((await api.get('/api/v1/mcp')).status).toBe(404);
    expect((await post(api, {}, [LIST, LIST])).status).toBe(400);
    expect((await post(api, {}, '{broken')).status).toBe(400);
    expect((await post(api, {}, 'x'.repeat(1_100_000))).status).toBe(413);
    expect((await post(api, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(api, { accept: 'application/json' })).status).toBe(406);
    expect((await post(api, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    const listen = await post(
      api,
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
    );
    expect(listen.text).toContain('"code":-32603');
  });

  it('counts each message once, for the organization', async () => {
    const { api } = await world.signIn({ role: 'engineer' });
    const remaining = async (body?: object): Promise<number> =>
      Number((await post(api, {}, body)).headers.get('x-ratelimit-remaining'));
    const before = await remaining();
    const call = { name: 'search_passages', arguments: { query: 'bolts' } };
    expect(await remaining({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call })).toBe(before - 1);
    expect(await remaining()).toBe(before - 2);
    const { headers } = await api.get('/users/me');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBe(before - 3);
  });
});
