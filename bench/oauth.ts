/**
 * Measures exchanges of codes and refresh tokens per second at the token endpoint, and a short request with an OAuth
 * client's token next to a session's token.
 */
import { hash } from '@node-rs/argon2';
import { newId } from '../src/common/ids/type-id.js';
import { median, progress, report } from './support/figure.js';
import { applyLoad } from './support/load.js';
import { BENCH_REDIRECT_URI, OAuthFlow, type Code, type Tokens } from './support/oauth-flow.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const CONCURRENCY = 8;
const CODES = 150;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const REFRESH_MS = 4000;
const LOAD_SECONDS = 4;
const EXCHANGE_TARGET = 150;
const COST_TARGET = 0.95;
const PASSWORD = 'a-password-for-measuring';

/** One first-party client, and a signed-in browser for each engineer. */
async function signInAll({ db, organizationId }: World, url: string): Promise<OAuthFlow[]> {
  const clientId = newId('oauth_client');
  await db.query(
    `INSERT INTO oauth_clients (id, organization_id, name, type, redirect_uris, scopes, first_party)
     VALUES ($1, $2, 'Bench', 'public', $3, '{openid,document.view}', true)`,
    [clientId, organizationId, [BENCH_REDIRECT_URI]],
  );
  const hashed = await hash(PASSWORD, { memoryCost: 256, timeCost: 1, parallelism: 1 });
  const flows: OAuthFlow[] = [];
  for (let n = 0; n < CONCURRENCY; n += 1) {
    const email = `engineer.${n}@bench.example`;
    await db.query(
      `INSERT INTO users (id, organization_id, email, name, role, status, password_hash)
       VALUES ($1, $2, $3, 'Engineer', 'engineer', 'active', $4)`,
      [newId('user'), organizationId, email, hashed],
    );
    const flow = new OAuthFlow(url, clientId);
    await flow.signIn(email, PASSWORD);
    flows.push(flow);
  }
  return flows;
}

/** Calls per second of all flows together; each runs its calls in sequence while `work` returns true. */
async function rate(flows: OAuthFlow[], work: (flow: OAuthFlow, lane: number) => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const go = async (flow: OAuthFlow, lane: number): Promise<void> => {
    while (await work(flow, lane)) done += 1;
  };
  await Promise.all(flows.map(go));
  return (done / (performance.now() - startedAt)) * 1000;
}

/** Codes expire after a minute, so each round creates them first, which is not measured. */
async function exchangeRound(flows: OAuthFlow[]): Promise<number> {
  const codes: Code[][] = await Promise.all(
    flows.map(async (flow) => {
      const own: Code[] = [];
      for (let n = 0; n < CODES; n += 1) own.push(await flow.code());
      return own;
    }),
  );
  return rate(flows, async (flow, lane) => {
    const code = codes[lane]!.pop();
    if (code) await flow.exchange(code);
    return code !== undefined;
  });
}

async function refreshRound(flows: OAuthFlow[]): Promise<number> {
  const tokens: Tokens[] = await Promise.all(flows.map(async (flow) => flow.exchange(await flow.code())));
  const until = performance.now() + REFRESH_MS;
  return rate(flows, async (flow, lane) => {
    if (performance.now() > until) return false;
    tokens[lane] = await flow.refresh(tokens[lane]!);
    return true;
  });
}

async function measureExchanges(flows: OAuthFlow[]): Promise<void> {
  const rounds = { codes: [] as number[], refreshes: [] as number[] };
  await exchangeRound(flows);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.codes.push(await exchangeRound(flows));
    rounds.refreshes.push(await refreshRound(flows));
  }
  for (const [name, values] of [
    ['codes exchanged at the token endpoint', rounds.codes],
    ['refresh tokens exchanged', rounds.refreshes],
  ] as const) {
    const value = median(values);
    report({
      name: `${name}, ${CONCURRENCY} at a time`,
      value: `${value.toFixed(0)}/s`,
      target: `≥ ${EXCHANGE_TARGET}/s`,
      holds: value >= EXCHANGE_TARGET,
    });
  }
}

/** Alternates on the same route, so that other load affects both. */
async function measureBearer(service: ServerProcess, flow: OAuthFlow): Promise<void> {
  const tokens = { oauth: (await flow.exchange(await flow.code())).access_token, login: await login(service) };
  const perSecond = async (token: string): Promise<number> =>
    (await applyLoad({ url: `${service.url}/api/v1/users/me`, token, connections: CONCURRENCY, seconds: LOAD_SECONDS }))
      .requests.average;
  await perSecond(tokens.login);
  const rounds: { oauth: number; login: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ oauth: await perSecond(tokens.oauth), login: await perSecond(tokens.login) });
  }
  const ratio = median(rounds.map(({ oauth, login: floor }) => oauth / floor));
  report({
    name: 'short requests with an OAuth token, beside a login’s',
    value: `${median(rounds.map(({ oauth }) => oauth)).toFixed(0)}/s`,
    floor: `${median(rounds.map(({ login: floor }) => floor)).toFixed(0)}/s`,
    ratio,
    target: `≥ ${COST_TARGET} × floor`,
    holds: ratio >= COST_TARGET,
  });
}

await inWorld(async (world) => {
  const service = await world.startService();
  try {
    progress('signing in');
    const flows = await signInAll(world, service.url);
    progress('exchanging');
    await measureExchanges(flows);
    progress('short requests');
    await measureBearer(service, flows[0]!);
    for (const flow of flows) flow.close();
  } finally {
    await service.stop();
  }
});
