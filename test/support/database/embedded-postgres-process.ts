import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** What embedded-postgres-runner.mjs prints first: how its start ended. */
export interface StartOutcome {
  url?: string;
  superuserUrl?: string;
  startMs?: number;
  error?: { name: string; message: string; pid?: number };
}

/** An embedded PostgreSQL owned by a separate Node process, which a test may kill. */
export class EmbeddedPostgresProcess {
  readonly outcome: Promise<StartOutcome>;
  /** Resolves when the runner reports that the server ended by itself. */
  readonly serverExit: Promise<{ signal: string | null }>;
  private readonly exited: Promise<unknown>;

  constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {
    this.exited = once(child, 'exit');
    const lines = readline.createInterface({ input: child.stdout! });
    this.outcome = new Promise((resolve, reject) => {
      lines.once('line', (line) => resolve(JSON.parse(line) as StartOutcome));
      lines.once('close', () => reject(new Error('the runner ended without a word')));
    });
    // A test that kills the runner at once does not await the outcome.
    this.outcome.catch(() => {});
    this.serverExit = new Promise((resolve) => {
      lines.on('line', (line) => {
        const { exit } = JSON.parse(line) as { exit?: { signal: string | null } };
        if (exit) resolve(exit);
      });
    });
  }

  static spawn(dataDir: string, ids: { uid?: number; gid?: number } = {}): EmbeddedPostgresProcess {
    const runner = path.join(projectRoot(), 'test/support/database/embedded-postgres-runner.mjs');
    const compiled = path.join(projectRoot(), 'dist/src/integrations/embedded-postgres/embedded-postgres.js');
    const options = { ...ids, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] as const };
    return new EmbeddedPostgresProcess(
      spawn(process.execPath, [runner, compiled, dataDir], { ...options, stdio: [...options.stdio] }),
      dataDir,
    );
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Connection string, once the database answers; fails with the runner's error. */
  async url(): Promise<string> {
    const { url, error } = await this.outcome;
    if (!url) throw new Error(error?.message);
    return url;
  }

  /** Pid of the postgres process. */
  serverPid(): number {
    return Number.parseInt(readFileSync(path.join(this.dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
  }

  /** Ends the runner in the regular way; resolves to its exit code. */
  async stop(): Promise<number | null> {
    this.child.stdin?.end();
    await this.exited;
    return this.child.exitCode;
  }

  /** kill -9 of the runner; its server keeps running. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
