import { CommentFactory } from '../../factories/comment.factory.js';
import { DiscrepancyFactory } from '../../factories/discrepancy.factory.js';
import { DocumentFactory } from '../../factories/document.factory.js';
import { IdentityFactory, type TestUser } from '../../factories/identity.factory.js';
import { createClient, type Client, type ClientOptions } from '../../../sdk/src/index.js';
import { ApiClient, type ApiResponse } from '../api/api-client.js';
import { checkedFetch } from '../api/checked-fetch.js';
import { sharedService } from './shared-service.js';
import { startService, type ServiceOptions, type TestService } from './test-service.js';
import { TestSql } from '../database/test-sql.js';

/** A user signed in by a real login. */
export interface SignedIn {
  user: TestUser;
  /** Sends the user's access token. */
  api: ApiClient;
  accessToken: string;
  refreshToken: string;
}

/** All that an end-to-end test needs, around one process of the service. */
export interface TestWorld {
  service: TestService;
  /** Without credentials. */
  api: ApiClient;
  sql: TestSql;
  identity: IdentityFactory;
  documents: DocumentFactory;
  comments: CommentFactory;
  discrepancies: DiscrepancyFactory;
  /**
   * The client in sdk/, with the person's access token; repeats nothing unless told to, so that a test sees what the service
   * answers.
   */
  sdk(person: Pick<SignedIn, 'accessToken'>, options?: Partial<ClientOptions>): Client;
  login(user: { email: string; password: string }): Promise<ApiResponse>;
  /** Signs the user in, or a new one: `signIn({role: 'viewer', organization})`. */
  signIn(user?: TestUser | Parameters<IdentityFactory['user']>[0]): Promise<SignedIn>;
  stop(): Promise<void>;
}

export interface WorldOptions extends ServiceOptions {
  /** Use a service that other files use too; see {@link sharedService}. */
  shared?: boolean;
}

/** `beforeAll(async () => (world = await startWorld()))`, `afterAll(() => world.stop())`. */
export async function startWorld({ shared = false, ...options }: WorldOptions = {}): Promise<TestWorld> {
  const service = await (shared ? sharedService(options.env) : startService(options));
  const api = new ApiClient(() => service.baseUrl);
  const sql = new TestSql(service.databaseUrl);
  // All tests come from one address, whose failed logins are counted for a quarter of an hour.
  if (shared) await sql.query(`DELETE FROM login_failures`);
  const identity = new IdentityFactory(sql);
  const login: TestWorld['login'] = ({ email, password }) => api.post('/auth/login', { email, password });
  return {
    service,
    api,
    sql,
    identity,
    documents: new DocumentFactory(sql),
    comments: new CommentFactory(sql),
    discrepancies: new DiscrepancyFactory(sql),
    sdk: ({ accessToken }, options) =>
      createClient({ baseUrl: `${service.baseUrl}/api/v1`, fetch: checkedFetch, accessToken, retries: 0, ...options }),
    login,
    signIn: async (given = {}) => {
      const user = 'password' in given ? given : await identity.user(given);
      const { status, body, text } = await login(user);
      if (status !== 200) throw new Error(`login answered ${status}: ${text}`);
      const { access_token: accessToken, refresh_token: refreshToken } = body.data;
      return { user, api: api.withBearer(accessToken as string), accessToken, refreshToken };
    },
    stop: async () => {
      await sql.close();
      await service.stop();
    },
  };
}
