import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** A line of the service's log. */
export type LogLine = Record<string, unknown>;

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Issuer of the tokens: fixed, so that they stay valid after a restart on another port. */
export const TEST_ISSUER = 'https://service.test';

/** Keeps limits out of the way of tests that are not about limits, also on a slow machine. */
export const TEST_ENVIRONMENT = {
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: TEST_ISSUER,
  SEED_DEMO: 'false',
  // Two short documents: reading the sample library takes half a minute.
  SANDBOX_LIBRARY: 'test/support/sandbox-library',
  LOG_LEVEL: 'info',
  // As the factories' hashes were made: signing in renews none.
  ARGON2_MEMORY_KIB: '256',
  ARGON2_PASSES: '1',
  RATE_LIMIT_STANDARD: '1000000',
  RATE_LIMIT_PROFESSIONAL: '1000000',
  RATE_LIMIT_ENTERPRISE: '1000000',
  LOAD_SHED_EVENT_LOOP_MS: '60000',
  LOAD_SHED_POOL_WAIT_MS: '60000',
  LOAD_SHED_MAX_REQUESTS: '100000',
  EXPENSIVE_REQUESTS_PER_USER: '100000',
  EXPENSIVE_REQUESTS_PER_ORGANIZATION: '100000',
  DATABASE_WAIT_SECONDS: '60',
  DATABASE_LOCK_SECONDS: '120',
  DATABASE_STATEMENT_SECONDS: '120',
  REQUEST_TIMEOUT_SECONDS: '120',
  UPLOAD_INSPECTION_SECONDS: '120',
  PAGE_IMAGE_SECONDS: '120',
  // A second reader starts a process and loads the model for the second file of an organization.
  INGESTION_CONCURRENCY: '1',
  SLOW_QUERY_MS: '0',
};
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 120_000;

/** One life of the service's process. */
export class RunningProcess {
  baseUrl = '';
  private written = '';
  private readonly ended: Promise<ProcessEnd>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly outputFile?: { path: string; start: number },
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.written += text));
    }
    this.ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  }

  /** @param outputFile what the process writes is appended to; without it, kept in memory */
  static async start(env: Record<string, string>, outputFile?: string): Promise<RunningProcess> {
    const root = projectRoot();
    const script = path.join(root, 'test/support/service/service-process.mjs');
    // A clean environment: a developer's own settings and .env are not under test. And no source maps: to load them takes up to
    // a tenth of a start, and there are hundreds of those.
    const file = outputFile === undefined ? 'pipe' : openSync(outputFile, 'a');
    const start = typeof file === 'number' ? fstatSync(file).size : 0;
    const child = spawn(process.execPath, [script], {
      cwd: env.DATA_DIR,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TEST_RUNNER_PID: process.env.TEST_RUNNER_PID,
        ...env,
      },
      stdio: ['pipe', file, file],
    });
    if (typeof file === 'number') closeSync(file);
    const started = new RunningProcess(child, outputFile === undefined ? undefined : { path: outputFile, start });
    try {
      await started.untilReady();
    } catch (error) {
      await started.kill('SIGKILL');
      throw error;
    }
    return started;
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  output(): string {
    if (!this.outputFile) return this.written;
    return readFileSync(this.outputFile.path).subarray(this.outputFile.start).toString();
  }

  /** From now on it ends with this process, which does not wait for it. */
  unref(): void {
    const { stdin, stdout, stderr } = this.child;
    for (const handle of [this.child, stdin, stdout, stderr] as (ChildProcess | Socket | null)[]) handle?.unref();
  }

  /** Waits for its end, and after a while forces it. */
  async kill(signal: NodeJS.Signals): Promise<ProcessEnd> {
    this.child.kill(signal);
    const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const end = await this.ended;
    clearTimeout(force);
    return end;
  }

  private async untilReady(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null || this.child.signalCode !== null) break;
      const url = jsonLines(this.output()).find(({ msg }) => msg === 'listening')?.['url'];
      if (typeof url === 'string') {
        this.baseUrl = url;
        if ((await fetch(`${url}/readyz`)).ok) return;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`the service did not become ready:\n${this.output()}`);
  }
}

/** The lines that are JSON. */
export function jsonLines(text: string): LogLine[] {
  return text.split('\n').flatMap((line): LogLine[] => {
    try {
      const value = JSON.parse(line) as LogLine | number | null;
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}
