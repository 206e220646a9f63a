import type { ApiResponse } from '../../support/api/api-client.js';
import { HeldSearch } from '../../support/database/held-search.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { RawClient } from '../../support/api/raw-client.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PER_USER = 4;
const PER_ORGANIZATION = 6;
const QUESTION = { copilot_type: 'mro', initial_message: 'How do I remove the main wheel?' };

describe('expensive requests', () => {
  let world: TestWorld;
  let owner: SignedIn;
  let colleague: SignedIn;
  let neighbor: SignedIn;
  let manual: string;
  let held: HeldSearch | undefined;
  beforeAll(async () => {
    world = await startWorld({
      env: {
        EXPENSIVE_REQUESTS_PER_USER: String(PER_USER),
        EXPENSIVE_REQUESTS_PER_ORGANIZATION: String(PER_ORGANIZATION),
        LOAD_SHED_MAX_REQUESTS: '32',
        DATABASE_POOL_SIZE: '20',
        METRICS_TOKEN: 'a-token-of-the-tests-for-metrics',
      },
    });
    const organization = await world.identity.organization();
    owner = await world.signIn({ role: 'admin', organization });
    colleague = await world.signIn({ role: 'admin', organization });
    neighbor = await world.signIn({ role: 'admin' });
    manual = (await readyManual(owner.api, await wheelManual())).id as string;
  });
  afterEach(async () => {
    await held?.release();
    held = undefined;
  });
  afterAll(() => world.stop());

  const ask = ({ api }: SignedIn): Promise<ApiResponse> => api.post('/chat/sessions', QUESTION);
  const search = ({ api }: SignedIn): Promise<ApiResponse> => api.post('/search/documents', { query: 'wheel' });
  /** The requests rejected at once, of so many sent together; the others wait until the search is released. */
  function flood(count: number, send: () => Promise<ApiResponse>): [ApiResponse[], Promise<unknown>[]] {
    const answered: ApiResponse[] = [];
    const all = Array.from({ length: count }, () => send().then((answer) => answered.push(answer)));
    return [answered, all];
  }
  const untilRefused = (answered: ApiResponse[], count: number): Promise<number> =>
    until(
      () => Promise.resolve(answered.length),
      (length) => length === count,
    );

  it('of one user are so many, and the others are served meanwhile', async () => {
    held = await HeldSearch.take(world.sql);
    const [refused, all] = flood(40, () => ask(owner));
    await untilRefused(refused, 40 - PER_USER);
    for (const { status, body, headers } of refused) {
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      const { retry_after: wait, ...details } = body.error.details;
      expect(details).toEqual({ reason: 'concurrency', limit: PER_USER, window_seconds: 0 });
      expect([1, 2, 3]).toContain(wait);
      expect(headers.get('retry-after')).toBe(String(wait));
    }
    // All kinds count together; what costs little is not counted.
    expect((await search(owner)).status).toBe(429);
    const tool = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask', arguments: { question: 'Why?' } },
    };
    const accept = 'application/json, text/event-stream';
    expect((await owner.api.post('/mcp', tool, { accept })).text).toContain('RATE_LIMIT_EXCEEDED');
    expect((await owner.api.get(`/documents/${manual}/pages/1/image`)).status).toBe(429);
    expect((await owner.api.get(`/documents/${manual}`)).status).toBe(200);
    // Of the colleagues there is room for the rest of the organization's.
    const [refusedToo, rest] = flood(10, () => ask(colleague));
    await untilRefused(refusedToo, 10 - (PER_ORGANIZATION - PER_USER));
    expect(refusedToo[0]?.body.error.details).toMatchObject({ reason: 'concurrency', limit: PER_ORGANIZATION });
    // Nobody else notices: the search of an empty library waits for nothing.
    const others = await Promise.all([search(neighbor), neighbor.api.get('/users/me'), neighbor.api.get('/documents')]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    await held.release();
    await Promise.all([...all, ...rest]);
    expect([...refused, ...refusedToo].filter(({ status }) => status === 201)).toHaveLength(PER_ORGANIZATION);
    const again = await Promise.all(Array.from({ length: PER_USER }, () => ask(owner)));
    expect(again.map(({ status }) => status)).toEqual(Array(PER_USER).fill(201));
  });

  it('count as long as they are worked on, however early their client goes', async () => {
    held = await HeldSearch.take(world.sql);
    const body = JSON.stringify(QUESTION);
    const head = `POST /api/v1/chat/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.accessToken}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const streams = Array.from({ length: PER_USER }, () => RawClient.open(world.service.baseUrl).send(head + body));
    await until(
      () => streams.flatMap(({ statuses }) => statuses),
      (statuses) => statuses.length === PER_USER && statuses.every((status) => status === 201),
    );
    for (const stream of streams) stream.close();
    // They are still being made.
    expect((await search(owner)).status).toBe(429);
    await held.release();
    await until(
      () => search(owner),
      ({ status }) => status === 200,
    );
  });

  it('are counted where they are refused', async () => {
    const headers = { authorization: 'Bearer a-token-of-the-tests-for-metrics' };
    const metrics = await (await fetch(`${world.service.baseUrl}/metrics`, { headers })).text();
    expect(metrics).toMatch(/amks_http_shed_total\{reason="concurrency"\} [1-9]/);
  });

  it('that fail before they begin leave nothing behind', async () => {
    for (let count = 0; count < 2 * PER_USER; count += 1) {
      expect((await owner.api.post('/search/documents', {})).status).toBe(400);
      expect((await owner.api.get('/documents/doc_unknown/pages/1/image')).status).toBe(404);
    }
    const all = await Promise.all(Array.from({ length: PER_USER }, () => search(owner)));
    expect(all.map(({ status }) => status)).toEqual(Array(PER_USER).fill(200));
  });
});
