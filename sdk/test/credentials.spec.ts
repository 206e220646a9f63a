import { ApiError, createClient, type ClientOptions } from '../src/index.js';
import { answer, refuse, ScriptedServer, type Script } from './support/scripted-server.js';

describe('credentials', () => {
  let server: ScriptedServer;
  beforeAll(async () => (server = await ScriptedServer.start()));
  afterAll(() => server.stop());
  const options = (credential: Partial<ClientOptions>): ClientOptions => ({
    baseUrl: `${server.baseUrl}/`,
    maxDelayMs: 20,
    ...credential,
  });

  it.each<[string, Partial<ClientOptions>, object]>([
    ['an API key', { apiKey: 'key' }, { 'x-api-key': 'key' }],
    ['a token', { accessToken: 'token' }, { authorization: 'Bearer token' }],
    ['a token that is asked for', { accessToken: () => Promise.resolve('late') }, { authorization: 'Bearer late' }],
    ['a session', { tokens: { access: 'access', refresh: 'refresh' } }, { authorization: 'Bearer access' }],
    ['a name', { clientName: 'viewer', clientVersion: '2' }, { 'x-client-name': 'viewer', 'x-client-version': '2' }],
  ])('sends %s', async (_what, credential, headers) => {
    server.play((_request, response) => answer(response, {}));
    await createClient(options(credential)).GET('/users/me');
    expect(server.received[0]?.headers).toMatchObject(headers);
  });

  it('sends none where none is given, and refuses two', async () => {
    server.play((_request, response) => answer(response, {}));
    await createClient(options({})).GET('/users/me');
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    expect(() => createClient(options({ apiKey: 'key', accessToken: 'token' }))).toThrow(TypeError);
  });

  it('asks again for a token that the service refused as expired, once', async () => {
    const isNew = ({ authorization }: { authorization?: string | undefined }): boolean =>
      authorization === 'Bearer new';
    server.play(({ headers }, response) =>
      isNew(headers) ? answer(response, {}) : refuse(response, 401, 'UNAUTHORIZED', { reason: 'expired' }),
    );
    const asked: (string | undefined)[] = [];
    const accessToken = (expired?: string): string => {
      asked.push(expired);
      return expired === undefined ? 'old' : 'new';
    };
    await createClient(options({ accessToken })).GET('/users/me');
    expect(asked).toEqual([undefined, 'old']);
    await expect(createClient(options({ accessToken: () => 'old' })).GET('/users/me')).rejects.toThrow(ApiError);
    expect(server.received.length).toBe(3);
  });

  describe('a session', () => {
    const refreshes = (): unknown[] =>
      server.received
        .filter(({ path }) => path === '/v1/auth/refresh')
        .map(({ body }) => (JSON.parse(body.toString()) as { refresh_token: string }).refresh_token);

    /** Takes the newest access token alone; each refresh token is good for one refresh. */
    function session(): Script {
      let generation = 0;
      return ({ path, headers, body }, response) => {
        if (path === '/v1/auth/refresh') {
          const isNewest = body.toString() === JSON.stringify({ refresh_token: `refresh-${generation}` });
          if (!isNewest) return refuse(response, 401, 'UNAUTHORIZED', { reason: 'reuse_detected' });
          generation += 1;
          return answer(response, { access_token: `access-${generation}`, refresh_token: `refresh-${generation}` });
        }
        const isNewest = generation > 0 && headers.authorization === `Bearer access-${generation}`;
        return isNewest ? answer(response, {}) : refuse(response, 401, 'UNAUTHORIZED', { reason: 'expired' });
      };
    }

    it('is renewed once for all calls that find it expired, and goes on with what it got', async () => {
      server.play(session());
      const kept: unknown[] = [];
      const onRefresh = (tokens: object): void => void kept.push(tokens);
      const client = createClient(options({ tokens: { access: 'access-0', refresh: 'refresh-0', onRefresh } }));
      await Promise.all(Array.from({ length: 20 }, () => client.GET('/users/me')));
      expect(refreshes()).toEqual(['refresh-0']);
      expect(kept).toEqual([{ access: 'access-1', refresh: 'refresh-1' }]);
      await client.GET('/users/me');
      expect(refreshes()).toHaveLength(1);
    });

    it('is not renewed again for a call that was under way with the token before', async () => {
      const play = session();
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      server.play((request, response, nth) => {
        if (nth === 0) void held.then(() => play(request, response, nth));
        else play(request, response, nth);
      });
      const client = createClient(options({ tokens: { access: 'access-0', refresh: 'refresh-0' } }));
      const slow = client.GET('/users/me');
      await new Promise(setImmediate);
      while (server.received.length === 0) await new Promise(setImmediate);
      await client.GET('/users/me');
      letGo();
      await slow;
      expect(refreshes()).toEqual(['refresh-0']);
    });

    it('takes the refresh again when its answer was lost', async () => {
      const play = session();
      let lost = 0;
      server.play((request, response, nth) => {
        if (request.path === '/v1/auth/refresh' && lost++ === 0) response.socket?.destroy();
        else play(request, response, nth);
      });
      const client = createClient(options({ tokens: { access: 'access-0', refresh: 'refresh-0' } }));
      await client.GET('/users/me');
      expect(refreshes()).toEqual(['refresh-0', 'refresh-0']);
    });

    it('is over when it cannot be renewed: the spent token is shown to nobody again', async () => {
      server.play(session());
      const client = createClient(options({ tokens: { access: 'access-0', refresh: 'stolen' } }));
      for (let call = 0; call < 3; call += 1) {
        const refused = client.GET('/users/me');
        await expect(refused).rejects.toThrow(ApiError);
        await expect(refused).rejects.toMatchObject({ status: 401, details: { reason: 'reuse_detected' } });
      }
      expect(refreshes()).toEqual(['stolen']);
    });

    it('is tried again when the service was only busy', async () => {
      const play = session();
      let isBusy = true;
      server.play((request, response, nth) => {
        if (request.path === '/v1/auth/refresh' && isBusy)
          refuse(response, 429, 'RATE_LIMIT_EXCEEDED', {}, { 'retry-after': '60' });
        else play(request, response, nth);
      });
      const client = createClient(options({ tokens: { access: 'access-0', refresh: 'refresh-0' } }));
      await expect(client.GET('/users/me')).rejects.toMatchObject({ status: 429, retryAfter: 60 });
      isBusy = false;
      await client.GET('/users/me');
      expect(refreshes()).toEqual(['refresh-0', 'refresh-0']);
    });

    it.each(['revoked', 'idle_timeout', 'invalid', 'step_up_required'])(
      'is not renewed when it is %s',
      async (reason) => {
        server.play((_request, response) => refuse(response, 401, 'UNAUTHORIZED', { reason }));
        const client = createClient(options({ tokens: { access: 'access-0', refresh: 'refresh-0' } }));
        await expect(client.GET('/users/me')).rejects.toMatchObject({ details: { reason } });
        expect(server.received).toHaveLength(1);
      },
    );
  });
});
