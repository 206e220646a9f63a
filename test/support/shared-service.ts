import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RunningProcess, TEST_ENVIRONMENT } from './running-process.js';
import { createTestDatabase } from './test-database.js';
import type { TestService } from './test-service.js';

type Place = Pick<TestService, 'baseUrl' | 'databaseUrl' | 'dataDir' | 'pid'>;

/**
 * A service that the test files of one worker of the runner use one after the other: the first to ask for these settings
 * starts it, and it ends with the worker. So a file finds what others left behind, organizations and people that it
 * has never heard of, and must be content with its own; it cannot stop the service, nor read its log.
 */
export async function sharedService(env: Record<string, string> = {}): Promise<TestService> {
  const settings = createHash('sha256').update(JSON.stringify(env)).digest('hex').slice(0, 8);
  const temporary = process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir();
  const dataDir = path.join(temporary, `shared-service-${process.pid}-${settings}`);
  const place = (await findRunning(dataDir)) ?? (await start(dataDir, env));
  return {
    ...place,
    output: refuse,
    logs: refuse,
    kill: refuse,
    restart: refuse,
    stop: () => Promise.resolve(),
  };
}

function refuse(): never {
  throw new Error('the service is shared: a file that stops it, or reads its log, needs one of its own');
}

/** Where the service says what a later file needs to know; modules do not outlive a file, the folder does. */
const placeFile = (dataDir: string): string => path.join(dataDir, 'shared-service.json');

async function findRunning(dataDir: string): Promise<Place | null> {
  try {
    const place = JSON.parse(await readFile(placeFile(dataDir), 'utf8')) as Place;
    return (await fetch(`${place.baseUrl}/readyz`)).ok ? place : null;
  } catch {
    return null;
  }
}

async function start(dataDir: string, env: Record<string, string>): Promise<Place> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  const { url: databaseUrl } = await createTestDatabase();
  const running = await RunningProcess.start({
    ...TEST_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...env,
  });
  running.unref();
  const place = { baseUrl: running.baseUrl, databaseUrl, dataDir, pid: running.pid };
  await writeFile(placeFile(dataDir), JSON.stringify(place));
  return place;
}
