import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/common/runtime/free-port.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { parseMetrics, type MetricFamily } from '../../support/api/metrics-text.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../../support/peers/model-server.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { startTraceCollector, type TraceCollector } from '../../support/peers/trace-collector.js';
import { until } from '../../support/until.js';

const TOKEN = 'a-token-of-the-tests-for-metrics';
const QUERY = 'wheelsecretquery removal';
const QUESTION = 'What is the torque of the brake attachment bolts? Zebrasecretquestion';
const TRACE = 'a0f1e2d3c4b5a6978899aabbccddeeff';
const TRACEPARENT = `00-${TRACE}-1122334455667788-01`;

const file = (name: string): string => readFileSync(path.join(projectRoot(), name), 'utf8');
const metricsIn = (text: string): string[] => [...new Set(text.match(/\bamks_[a-z0-9_]+/g))];

describe('what the service tells of itself', () => {
  let world: TestWorld;
  let model: ModelServer;
  let collector: TraceCollector;
  let admin: SignedIn;
  let port: number;
  beforeAll(async () => {
    [model, collector, port] = await Promise.all([startModelServer(), startTraceCollector(), freePort()]);
    world = await startWorld({ env: settings() });
    admin = await world.signIn({ role: 'admin' });
    await readyManual(admin.api, await wheelManual());
  });
  afterAll(async () => {
    await world.stop();
    await Promise.all([model.stop(), collector.stop()]);
  });

  const settings = () => ({
    METRICS_TOKEN: TOKEN,
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret%20key',
    SLOW_QUERY_MS: '30',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'quote',
    LLM_API_KEY: MODEL_KEY,
  });
  const scrape = async (): Promise<string> => {
    const { status, text } = await get(`${world.service.baseUrl}/metrics`, { authorization: `Bearer ${TOKEN}` });
    expect(status).toBe(200);
    return text;
  };

  it('serves metrics to callers with the token, and on a separate port', async () => {
    const url = `${world.service.baseUrl}/metrics`;
    for (const authorization of [undefined, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${admin.accessToken}`]) {
      const answer = await get(url, authorization === undefined ? {} : { authorization });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(JSON.parse(answer.text)).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED' } });
    }
    const counted = async () => (await get(`${world.service.baseUrl}/healthz`)).headers.get('x-ratelimit-remaining');
    const before = await counted();
    const { headers } = await get(url, { authorization: `Bearer ${TOKEN}` });
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await counted()).toBe(before);
    const own = `http://127.0.0.1:${port}`;
    expect((await get(`${own}/metrics`)).text).toContain('amks_build_info{version=');
    expect((await get(`${own}/healthz`)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  it('counts and times what is done, by names that are known ahead', async () => {
    const { user } = admin;
    const { id } = (await admin.api.get('/documents')).body.data[0];
    const earlier = valueOf(parseMetrics(await scrape()));
    expect((await admin.api.get(`/documents/${id}`)).status).toBe(200);
    await admin.api.post('/search/documents', { query: QUERY });
    await admin.api.get('/search/suggest?q=suggestsecretquery');
    await admin.api.get('/pathsecret/that/is/none');
    await admin.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: QUESTION });
    await world.login({ email: user.email, password: 'a wrong password' });
    await admin.api.post('/webhooks', { url: 'https://hooks.example.invalid/hooksecret', events: ['user.updated'] });
    const text = await scrape();
    const families = parseMetrics(text);
    const value = valueOf(families);

    const ofDocument = { route: '/api/v1/documents/:id', method: 'GET', status: '2xx' };
    for (const name of ['amks_http_requests_total', 'amks_http_request_seconds_count']) {
      expect(value(name, ofDocument)).toBe((earlier(name, ofDocument) ?? 0) + 1);
    }
    expect(value('amks_http_requests_total', { route: 'unmatched', status: '4xx' })).toBe(1);
    expect(value('amks_http_requests_in_flight')).toBe(1);
    expect(value('amks_logins_refused_total', { factor: 'password', reason: 'wrong' })).toBe(1);
    expect(value('amks_ingestion_readings_total', { outcome: 'ready' })).toBe(1);
    expect(value('amks_ingestion_page_seconds_count')).toBe(3);
    expect(value('amks_ingestion_revisions', { state: 'queued' })).toBe(0);
    for (const stage of ['embed', 'index', 'keyword', 'fetch']) {
      expect([stage, value('amks_search_stage_seconds_count', { stage })]).toEqual([stage, expect.any(Number)]);
    }
    expect(value('amks_model_call_seconds_count', { kind: 'llm', model: 'quote', outcome: 'answered' })).toBe(1);
    expect(value('amks_model_tokens_total', { kind: 'llm', part: 'prompt' })).toBeGreaterThan(0);
    expect(value('amks_chat_answer_seconds_count', { status: 'grounded' })).toBe(1);
    expect(value('amks_job_seconds_count', { queue: 'ingestion', outcome: 'done' })).toBe(1);
    for (const name of ['amks_jobs_lost_total', 'amks_jobs_given_up_total']) {
      expect([name, value(name, { queue: 'ingestion' })]).toEqual([name, 0]);
    }
    expect(value('amks_db_pool_connections_max')).toBe(10);
    expect(value('amks_db_pool_wait_seconds_count')).toBeGreaterThan(10);
    expect(value('amks_db_statement_seconds_count')).toBeGreaterThan(10);
    expect(value('amks_signing_key_age_seconds')).toBeLessThan(3600);
    expect(value('amks_storage_free_bytes')).toBeGreaterThan(0);
    expect(value('amks_sample_failures_total')).toBeUndefined();
    expect(value('amks_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);

    const personal = [user.email, user.id, user.organizationId, id, TOKEN, 'secret', 'hooks.example', 'brake'];
    for (const word of personal) expect([word, text.includes(word as string)]).toEqual([word, false]);
    expect(text).not.toMatch(/\b(user|org|doc|rev|chat|msg|key)_[0-9a-z]{26}\b/);
    const routes = (families.get('amks_http_requests_total')?.samples ?? []).map(({ labels }) => labels['route']);
    for (const route of routes) expect(route).toMatch(/^(unmatched|\/[\w/:.*-]*)$/);
  });

  it('counts streams that are open, and times none', async () => {
    const route = '/api/v1/notifications/stream';
    const value = async (name: string, labels: Record<string, string>) =>
      valueOf(parseMetrics(await scrape()))(name, labels);
    const open = () => value('amks_streams_open', { kind: 'notifications' });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${admin.accessToken}`, accept: 'text/event-stream' };
    const stream = await fetch(`${world.service.baseUrl}${route}`, { headers, signal: leaving.signal });
    expect(stream.status).toBe(200);
    expect(await open()).toBe(1);
    leaving.abort();
    await until(open, (count) => count === 0);
    await until(
      () => value('amks_http_requests_total', { route, status: '2xx' }),
      (count) => count === 1,
    );
    expect(await value('amks_http_request_seconds_count', { route })).toBeUndefined();
  });

  it('has all metrics that the dashboard and the alerts name, each of them described', async () => {
    const families = parseMetrics(await scrape());
    const [dashboard, alerts] = [file('deploy/grafana/dashboard.json'), file('deploy/prometheus/alerts.yml')];
    expect(() => JSON.parse(dashboard) as unknown).not.toThrow();
    for (const name of metricsIn(dashboard + alerts)) {
      const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
      expect([name, family?.type]).toEqual([name, expect.any(String)]);
    }
    const manual = file('docs/operations/telemetry.md');
    const own = [...families.keys()].filter((name) => !/^amks_(nodejs|process)_/.test(name));
    expect(own.filter((name) => !manual.includes(`\`${name.slice('amks_'.length)}`))).toEqual([]);
    const rules = [...alerts.matchAll(/- alert: (\w+)[^]*?runbook: docs\/operations\/telemetry\.md#(\w+)/g)];
    expect(rules.length).toBeGreaterThan(10);
    expect(alerts.match(/- alert:/g)).toHaveLength(rules.length);
    for (const [, alert, anchor] of rules) {
      expect(anchor).toBe(alert?.toLowerCase());
      expect(manual).toContain(`### ${alert}\n`);
    }
  });

  it('goes on with a trace, down to statements and models, and says in the log which', async () => {
    await model.reset();
    const { body } = await admin.api.post(
      '/chat/sessions',
      { copilot_type: 'mro', initial_message: QUESTION },
      { traceparent: TRACEPARENT },
    );
    const requestId = body.meta.request_id as string;
    const isOfTrace = ({ traceId }: { traceId: string }): boolean => traceId === TRACE;
    const server = await collector.waitFor((span) => isOfTrace(span) && span.name === 'POST /api/v1/chat/sessions');
    expect(server).toMatchObject({ parentSpanId: '1122334455667788', kind: 2 });
    expect(server.attributes).toMatchObject({ 'http.route': '/api/v1/chat/sessions', 'amks.request_id': requestId });
    const { spans, headers, text } = await collector.seen();
    const own = spans.filter(isOfTrace);
    const names = own.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['chat answer', 'llm', 'search embed', 'search index', 'search fetch']),
    );
    expect(names).toContainEqual(expect.stringMatching(/^INSERT chat_sessions$/));
    const ids = new Set(own.map(({ spanId }) => spanId));
    for (const { spanId, parentSpanId } of own) {
      if (spanId !== server.spanId) expect(ids).toContain(parentSpanId);
    }
    expect(headers[0]).toMatchObject({ 'x-collector-key': 'a secret key' });

    const llm = own.find(({ name }) => name === 'llm');
    const [asked] = (await model.seen()).requests;
    expect(asked?.traceparent).toBe(`00-${TRACE}-${llm?.spanId}-01`);
    const lines = world.service.logs().filter(({ request_id: id }) => id === requestId);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatchObject({ trace_id: TRACE });
    for (const word of [admin.user.email, admin.user.id, 'Zebra', 'brake', TOKEN, MODEL_KEY]) {
      expect([word, text.includes(word)]).toEqual([word, false]);
    }
  });

  it('links what is done later to what caused it', async () => {
    const fields = { title: 'Traced', document_type: 'AMM', aircraft_type: 'HST-72', version: '1' };
    const content = { content: await wheelManual(), name: 'traced.pdf' };
    const traceparent = TRACEPARENT.replace('a0f1', 'b0f1');
    expect((await admin.api.upload('/documents', fields, content, { traceparent })).status).toBe(202);
    const trace = TRACE.replace('a0f1', 'b0f1');
    const job = await collector.waitFor(
      ({ name, links }) => name === 'job ingestion' && links.some(({ traceId }) => traceId === trace),
    );
    expect(job.traceId).not.toBe(trace);
  });

  it('logs slow statements without their parameters', async () => {
    const holder = new pg.Client({ connectionString: world.service.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE documents IN ACCESS EXCLUSIVE MODE');
    const answer = admin.api.get('/documents?q=slowsecretquery');
    const waiting = () =>
      world.sql.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%documents%'`);
    await until(waiting, (rows) => rows.length > 0);
    await holder.query('SELECT pg_sleep(0.05)');
    await holder.query('COMMIT');
    await holder.end();
    const { body } = await answer;
    const slow = world.service
      .logs()
      .filter(({ msg, request_id: id }) => msg === 'slow query' && id === body.meta.request_id);
    expect(slow.length).toBeGreaterThan(0);
    expect(slow[0]).toMatchObject({
      level: 'warn',
      route: '/api/v1/documents',
      statement: expect.stringMatching(/SELECT/),
    });
    expect(slow[0]?.['duration_ms']).toBeGreaterThanOrEqual(50);
    expect(valueOf(parseMetrics(await scrape()))('amks_db_slow_statements_total')).toBeGreaterThan(0);
  });

  it('tells what is looked for by LOG_QUERY_TEXT alone, and nothing at all unless it is asked to', async () => {
    const texts = ['secretquery', 'Zebrasecretquestion', admin.user.email];
    for (const text of texts) expect([text, world.service.output().includes(text)]).toEqual([text, false]);
    await world.service.restart({ LOG_QUERY_TEXT: 'true' });
    await admin.api.post('/search/passages', { query: QUERY });
    expect(world.service.logs()).toContainEqual(
      expect.objectContaining({ level: 'info', kind: 'search', query_text: QUERY, request_id: expect.any(String) }),
    );
    const missing = await get(`${world.service.baseUrl}/metrics`, { authorization: `Bearer ${TOKEN}` });
    expect(missing.status).toBe(404);
    expect(JSON.parse(missing.text).error).toEqual(
      JSON.parse((await get(`${world.service.baseUrl}/no-such-route`)).text).error,
    );
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
    const last = world.service.logs().findLast(({ msg }) => msg === 'request');
    expect(last).not.toHaveProperty('trace_id');
  });
});

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The value of the one sample, or the sum of those, with these labels; undefined without any. */
function valueOf(families: Map<string, MetricFamily>) {
  return (name: string, labels: Record<string, string> = {}): number | undefined => {
    const samples = [...families.values()].flatMap((family) => family.samples);
    const found = samples.filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    return found.length === 0 ? undefined : found.reduce((sum, sample) => sum + sample.value, 0);
  };
}
