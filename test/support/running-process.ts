import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { projectRoot } from '../../src/common/project-root.js';

/** A line of the service's log. */
export type LogLine = Record<string, unknown>;

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Issuer of the tokens: fixed, so that they stay valid over a restart, whatever the port. */
export const TEST_ISSUER = 'https://service.test';

/** Limits out of the way of tests that are not about limits. */
export const TEST_ENVIRONMENT = {
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: TEST_ISSUER,
  SEED_DEMO: 'false',
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
  DATABASE_WAIT_SECONDS: '15',
  DATABASE_LOCK_SECONDS: '30',
};
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/** One life of the service's process. */
export class RunningProcess {
  baseUrl = '';
  private written = '';
  private readonly ended: Promise<ProcessEnd>;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.written += text));
    }
    this.ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  }

  static async start(env: Record<string, string>): Promise<RunningProcess> {
    const root = projectRoot();
    const script = path.join(root, 'test/support/service-process.mjs');
    // A clean environment: a developer's own settings and .env are not under test. And no source maps: to load them takes up to
    // a tenth of a start, and there are hundreds of those.
    const child = spawn(process.execPath, [script], {
      cwd: env.DATA_DIR,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TEST_DATABASE_ADMIN_URL: process.env.TEST_DATABASE_ADMIN_URL,
        ...env,
      },
      stdio: 'pipe',
    });
    const started = new RunningProcess(child);
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
    return this.written;
  }

  /** From now on it ends with this process, which does not wait for it. */
  unref(): void {
    const { stdin, stdout, stderr } = this.child;
    for (const handle of [this.child, stdin, stdout, stderr] as (ChildProcess | Socket)[]) handle.unref();
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
      const url = jsonLines(this.written).find(({ msg }) => msg === 'listening')?.['url'];
      if (typeof url === 'string') {
        this.baseUrl = url;
        if ((await fetch(`${url}/readyz`)).ok) return;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`the service did not become ready:\n${this.written}`);
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
