import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../src/common/runtime/free-port.js';
import { jsonLines, RunningProcess, TEST_ENVIRONMENT } from './running-process.js';
import { createTestDatabase } from '../database/test-database.js';
import type { TestService } from './test-service.js';
import { until } from '../until.js';

/** Services of a worker that run at the same time. An idle one takes 4 % of a processor, a start takes 1.3 s of it. */
const MOST = 3;

/** Kept in the service's folder, because modules do not outlive a test file. */
type Place = Pick<TestService, 'baseUrl' | 'databaseUrl' | 'dataDir' | 'pid'> & { env: Record<string, string> };

/**
 * A service that the test files of one Jest worker share: the first file to ask for these settings starts it, and it ends
 * with the worker, or when {@link MOST} others were used since. A file sees the organizations of earlier files and must look only at its own. It may kill and
 * restart the service with the same settings. `output()` begins with the file. Port 0 in `PUBLIC_URL` becomes a free
 * port, on which the service listens.
 */
export async function sharedService(settings: Record<string, string> = {}): Promise<TestService> {
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  const temporary = process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir();
  const prefix = path.join(temporary, `shared-service-${process.pid}-`);
  const dataDir = prefix + key;
  let place = (await findRunning(dataDir)) ?? (await start(prefix, key, settings));
  await utimes(placeFile(dataDir), new Date(), new Date());
  const writtenBefore = statSync(outputFile(dataDir)).size;
  const output = (): string => readFileSync(outputFile(dataDir)).subarray(writtenBefore).toString();
  return {
    get baseUrl() {
      return place.baseUrl;
    },
    get pid() {
      return place.pid;
    },
    databaseUrl: place.databaseUrl,
    dataDir,
    output,
    logs: () => jsonLines(output()),
    kill: async (signal = 'SIGKILL') => {
      if (signal !== 'SIGKILL') throw new Error('the exit code of a shared service is not known');
      await end(place, signal);
      return { code: null, signal };
    },
    restart: async (changed) => {
      if (changed) throw new Error('a shared service keeps its settings');
      await end(place, 'SIGTERM');
      place = await run(place);
    },
    stop: () => Promise.resolve(),
  };
}

const placeFile = (dataDir: string): string => path.join(dataDir, 'shared-service.json');
const outputFile = (dataDir: string): string => path.join(dataDir, 'shared-service.log');

async function findRunning(dataDir: string): Promise<Place | null> {
  try {
    const place = JSON.parse(await readFile(placeFile(dataDir), 'utf8')) as Place;
    return (await fetch(`${place.baseUrl}/readyz`)).ok ? place : null;
  } catch {
    return null;
  }
}

/** Ends those that were not used for the longest time, so that there is room for one more. */
async function endUnused(prefix: string): Promise<void> {
  const folder = path.dirname(prefix);
  const names = (await readdir(folder)).filter((name) => path.join(folder, name).startsWith(prefix));
  const found: { place: Place; usedAt: number }[] = [];
  for (const name of names) {
    const place = await findRunning(path.join(folder, name));
    if (place) found.push({ place, usedAt: (await stat(placeFile(place.dataDir))).mtimeMs });
  }
  for (const { place } of found.toSorted((a, b) => b.usedAt - a.usedAt).slice(MOST - 1)) {
    await end(place, 'SIGTERM');
    await rm(place.dataDir, { recursive: true, force: true });
  }
}

async function end({ pid }: Place, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (isRunning(pid)) process.kill(pid, signal);
  await until(
    () => Promise.resolve(isRunning(pid)),
    (runs) => !runs,
  );
}

async function start(prefix: string, key: string, settings: Record<string, string>): Promise<Place> {
  await endUnused(prefix);
  const dataDir = prefix + key;
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  const { url: databaseUrl } = await createTestDatabase();
  const env = { ...TEST_ENVIRONMENT, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  if (env.PUBLIC_URL.endsWith(':0')) {
    env.PORT = String(await freePort());
    env.PUBLIC_URL = env.PUBLIC_URL.replace(/0$/, env.PORT);
  }
  return run({ databaseUrl, dataDir, env });
}

async function run({ databaseUrl, dataDir, env }: Pick<Place, 'databaseUrl' | 'dataDir' | 'env'>): Promise<Place> {
  const running = await RunningProcess.start(env, outputFile(dataDir));
  running.unref();
  const place = { baseUrl: running.baseUrl, databaseUrl, dataDir, pid: running.pid, env };
  await writeFile(placeFile(dataDir), JSON.stringify(place));
  return place;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
