/**
 * Measures memory growth: half an hour (BENCH_MINUTES) of lists, lookups, searches and writes at 70 % of the capacity.
 * Skips the first fifth as warm-up; reports the slope of the rest and its standard error.
 */
import { insertDocuments } from './support/documents.js';
import { percentile, progress, report } from './support/figure.js';
import { applyLoad, type Load } from './support/load.js';
import { residentMib } from './support/process-stats.js';
import type { ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const DOCUMENTS = 2_000;
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 30);
const SHARE = 0.7;
const CONNECTIONS = 8;
const TRIAL_SECONDS = 5;
const SAMPLE_MS = 2_000;
const WARMING_UP = 0.2;
/** Growth in half an hour, as a share of the memory. */
const TARGET_GROWTH = 0.05;

interface Sample {
  minutes: number;
  mib: number;
}

interface Slope {
  perMinute: number;
  error: number;
  mean: number;
}

/** Least-squares line through the samples, with the standard error of the slope. */
function slopeOf(samples: readonly Sample[]): Slope {
  const count = samples.length;
  const mean = (pick: (sample: Sample) => number): number => samples.reduce((sum, one) => sum + pick(one), 0) / count;
  const [middle, level] = [mean(({ minutes }) => minutes), mean(({ mib }) => mib)];
  const spread = samples.reduce((sum, { minutes }) => sum + (minutes - middle) ** 2, 0);
  const perMinute = samples.reduce((sum, { minutes, mib }) => sum + (minutes - middle) * (mib - level), 0) / spread;
  const rest = samples.reduce((sum, { minutes, mib }) => sum + (mib - level - perMinute * (minutes - middle)) ** 2, 0);
  return { perMinute, error: Math.sqrt(rest / (count - 2) / spread), mean: level };
}

/** In parallel; throws unless every response is 2xx. */
async function applyAll(loads: readonly Load[]): Promise<{ perSecond: number[]; p99: number }> {
  const results = await Promise.all(loads.map((load) => applyLoad(load)));
  return {
    perSecond: results.map(({ requests, duration }) => requests.total / duration),
    p99: percentile(
      results.map(({ latency }) => latency.p99),
      100,
    ),
  };
}

async function run({ db }: World, service: ServerProcess, documentId: string): Promise<void> {
  const base = `${service.url}/api/v1`;
  const common = { token: await login(service), connections: CONNECTIONS };
  const kinds = [
    { ...common, url: `${base}/documents` },
    { ...common, url: `${base}/documents/${documentId}` },
    { ...common, url: `${base}/search/documents`, body: { query: 'brake wear limit', mode: 'keyword' } },
    { ...common, url: `${base}/chat/sessions`, body: { copilot_type: 'mro', title: 'Brake wear limits' } },
  ];
  progress('what it can do');
  await applyAll(kinds.map((kind) => ({ ...kind, seconds: TRIAL_SECONDS })));
  const { perSecond } = await applyAll(kinds.map((kind) => ({ ...kind, seconds: TRIAL_SECONDS })));
  const rates = perSecond.map((rate) => Math.max(1, Math.round(SHARE * rate)));
  progress(`${MINUTES} minutes of ${rates.join(' + ')} requests a second`);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const minutesNow = (): number => (performance.now() - startedAt) / 60_000;
  const timer = setInterval(() => samples.push({ minutes: minutesNow(), mib: residentMib(service.pid) }), SAMPLE_MS);
  const loads = kinds.map((kind, index) => ({ ...kind, rate: rates[index]!, seconds: MINUTES * 60 }));
  const { perSecond: done, p99 } = await applyAll(loads).finally(() => clearInterval(timer));
  const slope = slopeOf(samples.filter(({ minutes }) => minutes > WARMING_UP * MINUTES));
  const growth = (slope.perMinute * 30) / slope.mean;
  const { rows } = await db.query<{ count: string }>('SELECT count(*) FROM chat_sessions');
  report({
    name: `memory over ${MINUTES} min at ${SHARE * 100} % load, in 30 min`,
    value: `${(slope.perMinute * 30).toFixed(1)} MiB of ${slope.mean.toFixed(0)}`,
    floor: `± ${(slope.error * 30).toFixed(1)} MiB`,
    target: `≤ ${TARGET_GROWTH * 100} %`,
    holds: growth <= TARGET_GROWTH,
  });
  const sum = done.reduce((total, rate) => total + rate, 0);
  report({ name: '… requests, none answered badly', value: `${sum.toFixed(0)}/s`, floor: `${rows[0]!.count} written` });
  report({ name: '… slowest p99 of the four kinds', value: `${p99.toFixed(0)} ms` });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`filing ${DOCUMENTS} documents`);
    const documents = await insertDocuments(world, DOCUMENTS);
    const service = await world.startService();
    try {
      await run(world, service, documents[DOCUMENTS / 2]!.id);
    } finally {
      await service.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
