import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { newId } from '../../src/common/ids/type-id.js';
import type { InsertedDocument } from './documents.js';
import { median, progress, report } from './figure.js';
import { HttpClient } from './http-client.js';
import { insertLibrary } from './indexed-library.js';
import { applyLoad, type LoadRequest } from './load.js';
import { ManualText } from './manual-text.js';
import { childrenCpuSeconds, cpuSeconds, databaseCpuSeconds } from './process-stats.js';
import { startServer, type ServerProcess } from './server-process.js';
import { login, type World } from './world.js';

const DOCUMENTS = 2_000;
/** About 2 KB of text. */
const PASSAGES_PER_DOCUMENT = 3;
const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = 4;
const QUERIES = 64;
const QUESTIONS = 20;
/** The long-term aim, as a share of the bare server's throughput. */
const GOAL = 0.7;
const ASK_TARGET_MS = 150;

interface Operation {
  name: string;
  /** Of the bare server's throughput. */
  target: number;
  service: LoadRequest[];
  bare: LoadRequest[];
}

interface Server {
  process: ServerProcess;
  /** Prefix of all paths. */
  url: string;
  token: string;
}

interface Measured {
  perSecond: number;
  serverMs: number;
  databaseMs: number;
}

/** The service next to a bare server that does the least for the same purpose, on texts of the same size, in the same PostgreSQL. */
export async function compareWithBareServer(world: World, service: ServerProcess): Promise<void> {
  progress(`filing ${DOCUMENTS} documents, and as many texts of the bare server`);
  const text = new ManualText(3);
  const documents = await fileDocuments(world, text);
  const secret = randomBytes(32).toString('base64url');
  const databaseUrl = await fileTexts(world, documents, text);
  const bare = await startServer('bare-floor-server.js', '/ready', {
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: secret,
  });
  try {
    const servers = {
      service: { process: service, url: `${service.url}/api/v1`, token: await login(service) },
      bare: { process: bare, url: bare.url, token: jwt.sign({ sub: world.userId }, secret, { expiresIn: '1h' }) },
    };
    for (const operation of operations(documents, text)) {
      progress(`${operation.name}: ${ROUNDS} rounds`);
      await compare(operation, servers);
    }
    await measureAnswers(servers.service, text);
  } finally {
    await bare.stop();
  }
}

function operations(documents: readonly InsertedDocument[], text: ManualText): Operation[] {
  const some = documents.slice(0, 500);
  const queries = Array.from({ length: QUERIES }, () => text.shortQuery());
  const search = queries.map((query) => ({ path: `/search?q=${encodeURIComponent(query)}` }));
  const asked = (mode?: 'keyword'): LoadRequest[] =>
    queries.map((query) => ({ path: '/search/documents', body: { query, limit: 10, ...(mode && { mode }) } }));
  return [
    { name: 'list 20', target: 0.35, service: [{ path: '/documents?limit=20' }], bare: [{ path: '/texts' }] },
    {
      ...{ name: 'get', target: 0.5 },
      service: some.map(({ id }) => ({ path: `/documents/${id}` })),
      bare: some.map(({ id }) => ({ path: `/texts/${id}` })),
    },
    { name: `search by words, ${QUERIES} queries`, target: 0.25, service: asked('keyword'), bare: search },
    { name: `hybrid search, ${QUERIES} queries, floor by words`, target: 0.12, service: asked(), bare: search },
    {
      ...{ name: 'comment', target: 0.25 },
      service: some.map(({ id }) => ({
        path: `/documents/${id}/comments`,
        body: { page_number: 1, body: 'Torque checked.' },
      })),
      bare: some.map(({ id }) => ({ path: '/remarks', body: { text_id: id, body: 'Torque checked.' } })),
    },
  ];
}

async function compare(
  { name, target, ...requests }: Operation,
  servers: Record<'service' | 'bare', Server>,
): Promise<void> {
  const rounds: Record<'service' | 'bare', Measured[]> = { service: [], bare: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const side of ['service', 'bare'] as const) {
      const measured = await measure(servers[side], requests[side]);
      // The first round warms up.
      if (round >= 0) rounds[side].push(measured);
    }
  }
  const of = (side: 'service' | 'bare', pick: (measured: Measured) => number): number => median(rounds[side].map(pick));
  const ratio = median(rounds.service.map(({ perSecond }, round) => perSecond / rounds.bare[round]!.perSecond));
  report({
    name: `${name}, bare server, ${CONNECTIONS} connections (of ${GOAL}: ${((ratio / GOAL) * 100).toFixed(0)} %)`,
    value: `${of('service', ({ perSecond }) => perSecond).toFixed(0)}/s`,
    floor: `${of('bare', ({ perSecond }) => perSecond).toFixed(0)}/s`,
    ratio,
    target: `≥ ${target} × floor`,
    holds: ratio >= target,
  });
  const cpu = (side: 'service' | 'bare'): string =>
    `${of(side, ({ serverMs }) => serverMs).toFixed(2)} + ${of(side, ({ databaseMs }) => databaseMs).toFixed(2)} ms`;
  report({ name: '… CPU of server + database per request', value: cpu('service'), floor: cpu('bare') });
}

async function measure({ process: { pid }, url, token }: Server, requests: LoadRequest[]): Promise<Measured> {
  const server = (): number => cpuSeconds(pid) + childrenCpuSeconds(pid);
  const before = { server: server(), database: databaseCpuSeconds() };
  const { requests: made, duration } = await applyLoad({
    ...{ url, token, requests },
    ...{ connections: CONNECTIONS, seconds: SECONDS },
  });
  return {
    perSecond: made.total / duration,
    serverMs: ((server() - before.server) * 1000) / made.total,
    databaseMs: ((databaseCpuSeconds() - before.database) * 1000) / made.total,
  };
}

/** One question at a time: the CPU time of its answer, of service and database. */
async function measureAnswers({ process: { pid, url }, token }: Server, text: ManualText): Promise<void> {
  const client = new HttpClient(url, token);
  const { data } = await client.post<{ data: { session_id: string } }>('/api/v1/chat/sessions', {
    copilot_type: 'mro',
  });
  const cpu = (): number => cpuSeconds(pid) + childrenCpuSeconds(pid) + databaseCpuSeconds();
  const times: number[] = [];
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const before = cpu();
    await client.post(`/api/v1/chat/sessions/${data.session_id}/messages`, { content: text.question() });
    times.push((cpu() - before) * 1000);
  }
  client.close();
  const each = median(times);
  report({
    name: 'answer to a question, CPU of service and database, p50',
    value: `${each.toFixed(0)} ms`,
    target: `≤ ${ASK_TARGET_MS} ms`,
    holds: each <= ASK_TARGET_MS,
  });
}

/** Documents of one page, which are in the index. */
async function fileDocuments(world: World, text: ManualText): Promise<InsertedDocument[]> {
  const model = await MiniLmModel.load();
  const passages = DOCUMENTS * PASSAGES_PER_DOCUMENT;
  const documents = await insertLibrary(world, passages, text, model, PASSAGES_PER_DOCUMENT);
  await world.db.query(
    `INSERT INTO pages (revision_id, page_number, id, text, blocks)
     SELECT row.revision_id, 1, row.id, string_agg(p.text, ' ' ORDER BY p.ordinal), '[]'
     FROM unnest($1::text[], $2::text[]) AS row (revision_id, id) JOIN passages p ON p.revision_id = row.revision_id
     GROUP BY row.revision_id, row.id`,
    [documents.map(({ revisionId }) => revisionId), documents.map(() => newId('page'))],
  );
  await promisify(execFile)(process.execPath, [compiledFile('index-rebuild.js')], {
    env: { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir },
  });
  return documents;
}

/** The same number of texts in a database of the bare server; returns its URL. */
async function fileTexts({ db, databaseUrl }: World, documents: InsertedDocument[], text: ManualText): Promise<string> {
  const bareUrl = Object.assign(new URL(databaseUrl), { pathname: '/bare' }).href;
  await db.query(`CREATE DATABASE bare OWNER ${new URL(databaseUrl).username}`);
  const client = new pg.Client({ connectionString: bareUrl });
  await client.connect();
  await client.query(
    `CREATE TABLE texts (id text PRIMARY KEY, title text NOT NULL, body text NOT NULL, chapter text NOT NULL,
       created_at timestamptz NOT NULL DEFAULT now(),
       words tsvector GENERATED ALWAYS AS (to_tsvector('english', title || ' ' || body)) STORED);
     CREATE INDEX ON texts USING gin (words);
     CREATE TABLE remarks (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text_id text NOT NULL REFERENCES texts,
       author text NOT NULL, body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now())`,
  );
  const bodies = documents.map(() =>
    Array.from({ length: PASSAGES_PER_DOCUMENT }, () => text.passage(text.below(text.topics.length))).join(' '),
  );
  await client.query(
    `INSERT INTO texts (id, title, body, chapter)
     SELECT id, 'Aircraft Maintenance Manual, chapter ' || n, body, lpad((n % 80)::text, 2, '0')
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS row (id, body, n)`,
    [documents.map(({ id }) => id), bodies],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
  return bareUrl;
}
