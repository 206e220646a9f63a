import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';
import { launchBrowser } from './browser.js';
import { FormBrowser } from './form-browser.js';
import { SecondFactors } from '../sign-in/second-factors.js';
import { startWorld, type SignedIn, type TestWorld } from '../service/test-world.js';

const VERIFIER_HASH = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

interface RegisteredClient {
  client_id: string;
}

/** A service whose pages a real browser can open: it is reached at its PUBLIC_URL, on a host that browsers call localhost. */
export interface PageWorld extends TestWorld {
  publicUrl: string;
  organization: { id: string };
  admin: SignedIn;
  factors: SecondFactors;
  /** Where the application is answered; shows nothing. */
  callback: string;
  /** A third-party server that serves the test's page. */
  foreign: { origin: string; page: string };
  client: RegisteredClient;
  registerClient(fields?: Record<string, unknown>): Promise<RegisteredClient>;
  authorizeUrl(client?: RegisteredClient, parameters?: Record<string, string>): string;
  member(fields?: Parameters<TestWorld['identity']['user']>[0]): Promise<TestUser>;
  chromium: Browser;
  /** A separate browser context, without JavaScript by default. */
  visitor(options?: { javaScript?: boolean }): Promise<{ context: BrowserContext; page: Page }>;
  formBrowser(): FormBrowser;
}

/** @param settings in addition to those of the service that files with pages share */
export async function startPageWorld(settings: Record<string, string> = {}): Promise<PageWorld> {
  const foreign = { origin: '', page: '' };
  const servers = [await serve(() => 'callback'), await serve(() => foreign.page)] as const;
  foreign.origin = `http://127.0.0.1:${portOf(servers[1])}`;
  const callback = `http://127.0.0.1:${portOf(servers[0])}/callback`;
  const world = await startWorld({
    shared: true,
    env: { PUBLIC_URL: 'http://localhost:0', OUTBOUND_ALLOW_LOOPBACK: 'true', ...settings },
  });
  const publicUrl = `http://localhost:${new URL(world.service.baseUrl).port}`;
  const chromium = await launchBrowser();
  const organization = await world.identity.organization();
  const admin = await world.signIn({ role: 'admin', organization });
  const registerClient: PageWorld['registerClient'] = async (fields = {}) => {
    const scopes = ['openid', 'profile', 'email', 'document.view', 'document.search', 'chat.use'];
    const body = { name: 'Line Planner', redirect_uris: [callback], scopes, type: 'confidential', ...fields };
    const answer = await admin.api.post('/oauth/clients', body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data as RegisteredClient;
  };
  const client = await registerClient();
  return {
    ...world,
    publicUrl,
    organization,
    admin,
    factors: new SecondFactors(world),
    callback,
    foreign,
    client,
    registerClient,
    authorizeUrl: (asking = client, parameters = {}) => {
      const query = new URLSearchParams({
        client_id: asking.client_id,
        response_type: 'code',
        redirect_uri: callback,
        scope: 'openid profile email document.view',
        state: 'the state',
        code_challenge: VERIFIER_HASH,
        code_challenge_method: 'S256',
        ...parameters,
      });
      return `${publicUrl}/api/v1/oauth/authorize?${query.toString()}`;
    },
    member: (fields = {}) => world.identity.user({ organization, ...fields }),
    chromium,
    visitor: async ({ javaScript = false } = {}) => {
      const context = await chromium.newContext({ javaScriptEnabled: javaScript });
      return { context, page: await context.newPage() };
    },
    formBrowser: () => new FormBrowser(publicUrl, () => world.service.baseUrl),
    stop: async () => {
      await chromium.close();
      for (const server of servers) server.close().closeAllConnections();
      await world.stop();
    },
  };
}

async function serve(page: () => string): Promise<Server> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page()));
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
