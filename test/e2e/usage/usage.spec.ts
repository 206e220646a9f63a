import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { ApiClient, type ApiResponse, type Json } from '../../support/api/api-client.js';
import { errorOf, manualFields } from '../../support/manuals/manual.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The day, of UTC, so many days from now; every test holds when midnight comes while it runs. */
const dayIn = (days: number, now = Date.now()): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
const reasonOf = ({ status, body }: ApiResponse): [number, unknown] => [status, body.error?.details.reason];

describe('usage and settings on two nodes', () => {
  const env = { INGESTION_CONCURRENCY: '0', RATE_LIMIT_PROFESSIONAL: '4321' };
  let world: TestWorld;
  let other: TestService;
  let admin: SignedIn;
  /** The same caller on the other node. */
  const there = ({ accessToken }: SignedIn): ApiClient => new ApiClient(() => other.baseUrl).withBearer(accessToken);
  beforeAll(async () => {
    world = await startWorld({ env });
    other = await startService({ beside: world.service, env });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const usage = async ({ api }: SignedIn, query = ''): Promise<Json> => (await api.get(`/usage${query}`)).body.data;
  const search = (api: ApiClient, path = 'documents') =>
    api.post(`/search/${path}`, { query: 'brake torque', limit: 1 });
  const ask = (api: ApiClient) => api.post('/chat/sessions', { copilot_type: 'mro', initial_message: 'Brake torque?' });

  it('answers the last thirty days of an organization that did nothing yet', async () => {
    const earliest = dayIn(0);
    const { status, body } = await admin.api.get('/usage');
    const { from, to, days, totals } = body.data;
    const none = { requests: 0, searches: 0, chats: 0, questions: 0 };
    const tokens = { llm: { prompt: 0, completion: 0 }, embedding: 0, estimated: 0 };
    expect([earliest, dayIn(0)]).toContain(to);
    expect([status, from, days.length]).toEqual([200, dayIn(-29, Date.parse(to as string)), 30]);
    expect(days[0]).toEqual({ date: from, ...none, tokens, documents: null, storage_bytes: null });
    expect(days[29]).toMatchObject({ date: to, documents: 0, storage_bytes: 0, searches: 0, tokens });
    expect(totals).toMatchObject({ searches: 0, chats: 0, questions: 0, tokens });
  });

  it.each([
    ['a day that is none', '?from=2026-02-30', 'from'],
    ['a moment', '?to=2026-02-01T00:00:00Z', 'to'],
    ['the wrong order', '?from=2026-02-02&to=2026-02-01', 'from'],
    ['more than 366 days', '?from=2025-01-01&to=2026-01-02', 'from'],
    ['a beginning in the future', `?from=${dayIn(2)}`, 'from'],
    ['another grouping', '?group_by=month', 'group_by'],
    ['another organization', '?organization_id=org_1', 'organization_id'],
  ])('refuses %s', async (_what, query, field) => {
    expect(errorOf(await admin.api.get(`/usage${query}`))).toMatchObject({ status: 400, field });
  });

  it('takes 366 days, and those of the future for none', async () => {
    const { from, to, days } = await usage(admin, `?from=2024-01-01&to=2024-12-31&group_by=day`);
    expect([from, to, days.length]).toEqual(['2024-01-01', '2024-12-31', 366]);
    const [yesterday, earliest] = [dayIn(-1), dayIn(0)];
    const last = await usage(admin, `?from=${yesterday}&to=${dayIn(3)}`);
    expect([earliest, dayIn(0)]).toContain(last.to);
    expect((last.days as Json[]).map(({ date }) => date as string)).toEqual([
      ...new Set([yesterday, earliest, last.to]),
    ]);
    const first = await usage(admin, '?to=0001-01-10');
    expect([first.from, first.days.length]).toEqual(['0001-01-01', 10]);
  });

  it('counts what both nodes did at once, each organization by itself, and what was kept', async () => {
    const yesterday = dayIn(-1);
    const [mine, foreign] = [await world.signIn({ role: 'admin' }), await world.signIn({ role: 'admin' })];
    const nodes = [mine.api, there(mine)];
    // So many writers that the nodes write the same rows at the same time, in both orders of their coming.
    const acts = Array.from({ length: 10 }, (_, n) => [
      search(nodes[n % 2]!),
      search(nodes[n % 2]!, 'passages'),
      search(n % 2 === 0 ? foreign.api : there(foreign)),
    ]).flat();
    for (const { status } of await Promise.all(acts)) expect(status).toBe(200);
    for (const api of nodes) expect((await ask(api)).status).toBe(201);
    await world.sql.query(
      `INSERT INTO token_usage (organization_id, day, kind, model, estimated, requests, prompt_tokens, completion_tokens)
       VALUES ($1, $3, 'llm', 'a', false, 1, 100, 20), ($1, $3, 'llm', 'b', true, 1, 10, 2),
         ($1, $3, 'embedding', 'c', false, 1, 7, 0), ($2, $3, 'llm', 'a', false, 1, 5000, 5000)`,
      [mine.user.organizationId, foreign.user.organizationId, yesterday],
    );
    const file = { content: 'Torque 120 Nm.', name: 'a.txt' };
    for (const version of ['Rev 1', 'Rev 2']) {
      const fields = manualFields({ version, on_duplicate: 'revision' });
      expect((await mine.api.upload('/documents', fields, file)).status).toBe(202);
    }
    const report = await until(
      () => usage(mine, `?from=${yesterday}`),
      ({ totals }) => totals.searches === 20 && totals.questions === 2,
    );
    const [first, ...since] = report.days as [Json, ...Json[]];
    expect(first).toMatchObject({ date: yesterday, requests: 0, searches: 0, chats: 0, questions: 0 });
    expect(first.tokens).toEqual({ llm: { prompt: 110, completion: 22 }, embedding: 7, estimated: 12 });
    expect(report.totals.tokens).toEqual(first.tokens);
    // The same content twice is stored once.
    expect(since.at(-1)).toMatchObject({ documents: 1, storage_bytes: file.content.length });
    expect(report.totals).toMatchObject({ searches: 20, chats: 2, questions: 2 });
    expect(report.totals.requests).toBeGreaterThanOrEqual(24);
    const requests = since.map((day) => day.requests as number);
    expect(requests.reduce((sum, one) => sum + one)).toBe(report.totals.requests);
    const theirs = await until(
      () => usage(foreign),
      ({ totals }) => totals.searches === 10,
    );
    expect(theirs.totals.tokens.llm.prompt).toBe(5000);
    expect(world.service.output() + other.output()).not.toContain('deadlock');
  });

  it('keeps the counts of a node that is stopped, and of one that is killed what it had written', async () => {
    const mine = await world.signIn({ role: 'admin' });
    for (let n = 0; n < 3; n += 1) await search(there(mine));
    expect(await other.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect((await usage(mine)).totals.searches).toBe(3);
    await other.restart();
    for (let n = 0; n < 2; n += 1) await search(there(mine));
    await until(
      () => usage(mine),
      ({ totals }) => totals.searches === 5,
    );
    await search(there(mine));
    await other.kill('SIGKILL');
    await other.restart();
    const { searches } = (await usage(mine)).totals as { searches: number };
    expect([5, 6]).toContain(searches);
  });

  it('notes once a day what is kept, at the start of a node', async () => {
    const mine = await world.signIn({ role: 'admin' });
    await mine.api.upload('/documents', manualFields(), { content: 'Kept.', name: 'a.txt' });
    await other.restart();
    const noted = (): Promise<{ documents: number; storage_bytes: string }[]> =>
      world.sql.query(
        `SELECT documents, storage_bytes FROM organization_usage
         WHERE organization_id = $1 AND documents IS NOT NULL ORDER BY day DESC LIMIT 1`,
        [mine.user.organizationId],
      );
    // A run of before the upload may have noted that there is nothing.
    const rows = await until(noted, ([row]) => row?.documents === 1);
    expect(rows).toEqual([{ documents: 1, storage_bytes: '5' }]);
  });

  it('has copilots that are switched off refuse at the next request on every node', async () => {
    const mine = await world.signIn({ role: 'admin' });
    const engineer = await world.signIn({ organization: { id: mine.user.organizationId } });
    const { body } = await engineer.api.post('/chat/sessions', { copilot_type: 'parts' });
    const messages = `/chat/sessions/${body.data.session_id as string}/messages`;
    const enabled = async (): Promise<unknown> =>
      ((await there(engineer).get('/copilots')).body.data as Json[]).flatMap((copilot) =>
        copilot.enabled ? [copilot.copilot_type as string] : [],
      );
    await mine.api.patch('/settings', { copilots_enabled: ['mro'] });
    expect(await enabled()).toEqual(['mro']);
    const refused = [403, 'copilot_disabled'];
    expect(reasonOf(await there(engineer).post('/chat/sessions', { copilot_type: 'parts' }))).toEqual(refused);
    expect(reasonOf(await there(engineer).post(messages, { content: 'Which ring?' }))).toEqual(refused);
    expect((await there(engineer).get(messages)).status).toBe(200);
    expect((await there(engineer).post('/chat/sessions', { copilot_type: 'mro' })).status).toBe(201);
    // The rejection reveals nothing about other organizations.
    const stranger = await world.signIn();
    expect((await stranger.api.post(messages, { content: 'Which ring?' })).status).toBe(404);
    await mine.api.patch('/settings', { copilots_enabled: ['mro', 'parts'] });
    expect((await there(engineer).post(messages, { content: 'Which ring?' })).status).toBe(201);
  });

  it('takes new documents only of types in use, and keeps those that are there', async () => {
    const mine = await world.signIn({ role: 'admin' });
    const file = { content: 'Torque 120 Nm.', name: 'a.txt' };
    const upload = (fields: Record<string, string>) =>
      there(mine).upload('/documents', manualFields(fields), {
        ...file,
        content: `${file.content} ${fields['document_type']}`,
      });
    const { body } = await upload({ document_type: 'SB' });
    const { id } = body.data as { id: string };
    await mine.api.patch('/settings', { document_types: ['AMM'] });
    const refused = [422, 'document_type_not_in_use'];
    const second = await upload({ document_type: 'SB' });
    expect(reasonOf(second)).toEqual(refused);
    expect(second.body.error.details.document_types).toEqual(['AMM']);
    expect((await upload({ document_type: 'AMM' })).status).toBe(202);
    expect((await there(mine).get('/document-types')).body.data).toEqual([
      { value: 'AMM', count: 1, in_use: true },
      { value: 'SB', count: 1, in_use: false },
    ]);
    expect(reasonOf(await there(mine).patch(`/documents/${id}`, { document_type: 'SL' }))).toEqual(refused);
    expect((await there(mine).patch(`/documents/${id}`, { document_type: 'SB', title: 'Kept' })).status).toBe(200);
    const revision = await there(mine).upload(`/documents/${id}/revisions`, { version: 'Rev 5' }, file);
    expect(revision.status).toBe(202);
  });

  it('has another plan from the next request on, once the operator says so', async () => {
    const mine = await world.signIn({ role: 'admin' });
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = world.service;
    const environment = {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL, DATA_DIR },
      cwd: DATA_DIR,
    };
    const tool = (organization: string, plan: string) =>
      promisify(execFile)(
        process.execPath,
        [compiledFile('organization-plan.js'), '--organization', organization, '--plan', plan],
        environment,
      );
    const { organizationId } = mine.user;
    expect((await tool(organizationId, 'professional')).stdout).toContain('enterprise → professional');
    for (const api of [mine.api, there(mine)]) {
      const { body, headers } = await api.get('/settings');
      expect([body.data.plan, headers.get('x-ratelimit-limit')]).toEqual(['professional', '4321']);
    }
    const trail = await world.sql.query(
      `SELECT actor_type, organization_id, details FROM audit_records WHERE action = 'organization.plan_changed'`,
    );
    expect(trail).toEqual([
      {
        actor_type: 'system',
        organization_id: organizationId,
        details: { plan: { from: 'enterprise', to: 'professional' } },
      },
    ]);
    await expect(tool(organizationId, 'gold')).rejects.toMatchObject({ code: 2 });
    await expect(tool('org_01m825er7qfzxbqa4pw9f462kx', 'standard')).rejects.toMatchObject({ code: 1 });
  });
});
