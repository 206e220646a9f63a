import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jsonLines, type LogLine, type ProcessEnd, RunningProcess, TEST_ENVIRONMENT } from './running-process.js';
import { createTestDatabase } from '../database/test-database.js';

/** One process of the service, reached over HTTP like in production. */
export interface TestService {
  /** `http://127.0.0.1:port`; another port after {@link restart}. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  /** All that it wrote so far, standard output and error, over all restarts. */
  output(): string;
  /** The lines of {@link output} that are JSON. */
  logs(): LogLine[];
  /** Sends the signal and waits until the process ends. */
  kill(signal?: NodeJS.Signals): Promise<ProcessEnd>;
  /**
   * Stops the process, if it still runs, and starts it again on the same database and data folder, with
   * these settings in place of those named by the options.
   */
  restart(settings?: Record<string, string>): Promise<void>;
  /** Ends everything; `afterAll(() => service.stop())`. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** On top of {@link TEST_ENVIRONMENT}. */
  env?: Record<string, string>;
  /** Runs as a second node on the database and the data folder of this one, which must be stopped after it. */
  beside?: ServicePlace;
  /** Told where the data are before the process starts, so that a second node can start at the same time. */
  onPlaced?: (place: ServicePlace) => void;
}

/** Where a service keeps its data. */
export type ServicePlace = Pick<TestService, 'databaseUrl' | 'dataDir'>;

/** Starts the compiled service on a new database and waits until it is ready. One per test file. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const { beside } = options;
  const database = beside ? { url: beside.databaseUrl, drop: () => Promise.resolve() } : await createTestDatabase();
  const temporary = process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir();
  const dataDir = beside?.dataDir ?? (await mkdtemp(path.join(temporary, 'service-data-')));
  options.onPlaced?.({ databaseUrl: database.url, dataDir });
  const own = { ...TEST_ENVIRONMENT, DATABASE_URL: database.url, DATA_DIR: dataDir };
  let env: Record<string, string> = { ...own, ...options.env };
  let running: RunningProcess;
  let earlierOutput = '';
  const output = (): string => earlierOutput + running.output();
  const stop = async (): Promise<void> => {
    await running.kill('SIGTERM');
    await database.drop();
    if (!beside) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    running = await RunningProcess.start(env);
  } catch (error) {
    await database.drop();
    if (!beside) await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    get baseUrl() {
      return running.baseUrl;
    },
    get pid() {
      return running.pid;
    },
    databaseUrl: database.url,
    dataDir,
    output,
    logs: () => jsonLines(output()),
    kill: (signal = 'SIGKILL') => running.kill(signal),
    restart: async (settings) => {
      if (settings) env = { ...own, ...settings };
      await running.kill('SIGTERM');
      earlierOutput = output();
      running = await RunningProcess.start(env);
    },
    stop,
  };
}
