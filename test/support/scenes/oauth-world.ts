import type { TestUser } from '../../factories/identity.factory.js';
import { ApplicationError, OAuthApplication, type ApplicationSettings } from '../peers/oauth-application.js';
import type { ApiResponse, Json } from '../api/api-client.js';
import { FormBrowser, type Visited } from '../pages/form-browser.js';
import { TEST_ISSUER } from '../service/running-process.js';
import { startWorld, type SignedIn, type TestWorld, type WorldOptions } from '../service/test-world.js';

export const CALLBACK = 'https://app.test/callback';
export const SCOPE = 'openid profile email document.view document.search';

export interface RegisteredClient {
  id: string;
  client_id: string;
  client_secret: string | null;
  type: 'public' | 'confidential';
}

/** A user who let an application act, and what it got. */
export interface Granted {
  browser: FormBrowser;
  callback: string;
  tokens: Json;
}

export interface OAuthWorld extends TestWorld {
  organization: { id: string };
  admin: SignedIn;
  /** Registers a client as an administrator does; fields over those of a public third-party one. */
  client(fields?: Record<string, unknown>): Promise<RegisteredClient>;
  application(client: RegisteredClient, settings?: Partial<ApplicationSettings>): Promise<OAuthApplication>;
  browser(): FormBrowser;
  /** Sends a browser to sign in and, where it is asked, to consent; answers where it ended. */
  walk(browser: FormBrowser, url: string, user: TestUser): Promise<Visited>;
  /** The whole flow. */
  grant(application: OAuthApplication, user: TestUser, parameters?: Record<string, string>): Promise<Granted>;
  /** A form to an endpoint, as it is. */
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<ApiResponse>;
}

/** A {@link TestWorld} with an organization whose administrator registers OAuth clients. */
export async function startOAuthWorld(options: WorldOptions = {}): Promise<OAuthWorld> {
  const world = await startWorld(options);
  const organization = await world.identity.organization();
  const admin = await world.signIn({ role: 'admin', organization });
  const applications: OAuthApplication[] = [];
  const browser = (): FormBrowser => new FormBrowser(TEST_ISSUER, () => world.service.baseUrl);
  const walk: OAuthWorld['walk'] = async (walker, url, user) => {
    let page = await walker.get(url);
    if (page.html.includes('/email"')) page = await walker.signIn(page, user);
    return page.html.includes('/consent"') ? walker.submit(page, '/consent', { decision: 'allow' }) : page;
  };
  return {
    ...world,
    organization,
    admin,
    browser,
    walk,
    client: async (fields = {}) => {
      const scopes = ['openid', 'profile', 'email', 'document.view', 'document.search', 'document.manage', 'chat.use'];
      const body = { name: 'Fleet portal', redirect_uris: [CALLBACK], scopes, type: 'public', ...fields };
      const answer = await admin.api.post('/oauth/clients', body);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data as RegisteredClient;
    },
    application: async (client, settings = {}) => {
      const application = await OAuthApplication.start({
        issuer: TEST_ISSUER,
        baseUrl: world.service.baseUrl,
        clientId: client.client_id,
        clientSecret: client.client_secret ?? undefined,
        authentication: client.type === 'public' ? 'none' : 'client_secret_basic',
        redirectUri: CALLBACK,
        ...settings,
      });
      applications.push(application);
      return application;
    },
    grant: async (application, user, parameters = {}) => {
      const walker = browser();
      const { url } = await walk(walker, await application.begin({ scope: SCOPE, ...parameters }), user);
      return { browser: walker, callback: url.href, tokens: await application.finish(url.href) };
    },
    form: (path, fields, headers = {}) =>
      world.api.request('POST', path, { body: new URLSearchParams(fields), headers }),
    stop: async () => {
      for (const application of applications) application.stop();
      await world.stop();
    },
  };
}

/** What the service answered to a call of openid-client that failed: its `error`, else the library's own code. */
export async function problemOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApplicationError) return error.problem ?? error.code ?? error.message;
    throw error;
  }
  return 'no problem';
}
