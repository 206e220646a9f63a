/**
 * Measures logins per second over HTTP next to argon2id alone with the same parameters, cores and concurrency; and
 * pages of a list of 10,000 users, the first next to a late one.
 */
import http from 'node:http';
import { hash, verify } from '@node-rs/argon2';
import { newId } from '../src/common/ids/type-id.js';
import { loadEnv } from '../src/config/env.js';
import { median, progress, report } from './support/figure.js';
import { HttpClient } from './support/http-client.js';
import { cpuSeconds } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const USERS = 10_000;
const PAGE = 20;
const FAR_PAGE = 500;
const CONCURRENCY = 8;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ROUND_MS = 4000;
const PAGE_READS = 200;
const LOGIN_TARGET = 0.9;
const PAGE_TARGET = 0.8;
const PASSWORD = 'a-password-for-measuring';
/** The service's default hashing parameters. */
const { ARGON2_MEMORY_KIB: memoryCost, ARGON2_PASSES: timeCost } = loadEnv({});
const PARAMETERS = { memoryCost, timeCost, parallelism: 1 };

interface People {
  emails: string[];
  hashed: string;
}

/** Inserts active engineers of the world's organization with one common password. */
async function insertPeople({ db, organizationId }: World): Promise<People> {
  const hashed = await hash(PASSWORD, PARAMETERS);
  const emails = Array.from({ length: USERS }, (_, n) => `engineer.${n}@bench.example`);
  await db.query(
    `INSERT INTO users (id, organization_id, email, name, role, status, password_hash)
     SELECT id, $3, email, 'Engineer ' || n, 'engineer', 'active', $4
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS row (id, email, n)`,
    [emails.map(() => newId('user')), emails, organizationId, hashed],
  );
  await db.query('VACUUM ANALYZE');
  return { emails, hashed };
}

/** Completed calls of `work` per second within a round, at the given concurrency. */
async function rate(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - startedAt < ROUND_MS) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  return (done / (performance.now() - startedAt)) * 1000;
}

function loginRequest(url: string, agent: http.Agent, email: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    http
      .request(`${url}/api/v1/auth/login`, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`login: ${response.statusCode}`));
        });
      })
      .once('error', reject)
      .end(JSON.stringify({ email, password: PASSWORD }));
  });
}

async function measureLogins(service: ServerProcess, { emails, hashed }: People): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  let next = 0;
  const signIn = (): Promise<void> => loginRequest(service.url, agent, emails[next++ % emails.length]!);
  let hashes = 0;
  const hashAlone = async (): Promise<void> => {
    hashes += 1;
    if (!(await verify(hashed, PASSWORD))) throw new Error('the hash does not fit');
  };
  await rate(signIn);
  await rate(hashAlone);
  const rounds: { service: number; floor: number; cpu: number; hashCpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, first] = [cpuSeconds(service.pid), next];
    const perSecond = await rate(signIn);
    const cpu = ((cpuSeconds(service.pid) - before) / (next - first)) * 1000;
    const [hashBefore, hashFirst] = [cpuSeconds(process.pid), hashes];
    const floor = await rate(hashAlone);
    const hashCpu = ((cpuSeconds(process.pid) - hashBefore) / (hashes - hashFirst)) * 1000;
    rounds.push({ service: perSecond, cpu, floor, hashCpu });
  }
  agent.destroy();
  const ratio = median(rounds.map(({ service, floor }) => service / floor));
  report({
    name: `logins, ${CONCURRENCY} at a time, beside argon2id alone`,
    value: `${median(rounds.map(({ service }) => service)).toFixed(1)}/s`,
    floor: `${median(rounds.map(({ floor }) => floor)).toFixed(1)}/s`,
    ratio,
    target: `≥ ${LOGIN_TARGET} × floor`,
    holds: ratio >= LOGIN_TARGET,
  });
  report({
    name: 'one login, CPU of the server process, beside its hash',
    value: `${median(rounds.map(({ cpu }) => cpu)).toFixed(2)} ms`,
    floor: `${median(rounds.map(({ hashCpu }) => hashCpu)).toFixed(2)} ms`,
    ratio: median(rounds.map(({ cpu, hashCpu }) => hashCpu / cpu)),
  });
}

interface UserPage {
  data: unknown[];
  pagination: { next_cursor: string | null };
}

async function measurePages(client: HttpClient): Promise<void> {
  const first = `/users?limit=${PAGE}`;
  let far = first;
  for (let page = 1; page < FAR_PAGE; page += 1) {
    const { pagination } = await client.get<UserPage>(far);
    far = `${first}&cursor=${encodeURIComponent(pagination.next_cursor ?? '')}`;
  }
  const times = { first: [] as number[], far: [] as number[] };
  for (let read = 0; read < PAGE_READS; read += 1) {
    for (const [name, path] of [['first', first] as const, ['far', far] as const]) {
      const startedAt = performance.now();
      await client.get<UserPage>(path);
      times[name].push(performance.now() - startedAt);
    }
  }
  const ratio = median(times.first) / median(times.far);
  report({
    name: `page ${FAR_PAGE} of ${USERS} users, beside page 1`,
    value: `${median(times.far).toFixed(2)} ms`,
    floor: `${median(times.first).toFixed(2)} ms`,
    ratio,
    target: `≥ ${PAGE_TARGET}`,
    holds: ratio >= PAGE_TARGET,
  });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`making ${USERS} users`);
    const people = await insertPeople(world);
    const service = await world.startService();
    const client = new HttpClient(`${service.url}/api/v1`, await login(service));
    try {
      progress(`logins: ${ROUNDS} rounds`);
      await measureLogins(service, people);
      progress('pages of users');
      await measurePages(client);
    } finally {
      client.close();
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
