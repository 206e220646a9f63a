import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { EmbeddedPostgres } from '../../src/integrations/embedded-postgres/embedded-postgres.js';
import { startService, type ServerProcess } from './server-process.js';

export const BENCH_ADMIN = { email: 'chief@bench.example', password: 'a-password-for-measuring' };
const { email: EMAIL, password: PASSWORD } = BENCH_ADMIN;

/** A temporary data folder with an embedded database and one organization with an administrator. */
export class World {
  private constructor(
    readonly dataDir: string,
    readonly databaseUrl: string,
    readonly db: pg.Client,
    readonly organizationId: string,
    readonly userId: string,
    private readonly postgres: EmbeddedPostgres,
  ) {}

  static async create(): Promise<World> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'amks-bench-'));
    const postgres = await EmbeddedPostgres.start({ dataDir, database: 'bench' });
    const databaseUrl = postgres.connectionString;
    const admin = ['--organization', 'Bench Air', '--email', EMAIL, '--name', 'Chief Engineer', '--plan', 'enterprise'];
    const running = promisify(execFile)(process.execPath, [compiledFile('admin-create.js'), ...admin], {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    });
    running.child.stdin?.end(PASSWORD);
    await running;
    const db = new pg.Client({ connectionString: postgres.superuserConnectionString });
    await db.connect();
    const { rows } = await db.query<{ id: string; organization_id: string }>('SELECT id, organization_id FROM users');
    return new World(dataDir, databaseUrl, db, rows[0]!.organization_id, rows[0]!.id, postgres);
  }

  startService(): Promise<ServerProcess> {
    return startService({ DATABASE_URL: this.databaseUrl, DATA_DIR: this.dataDir });
  }

  async destroy(): Promise<void> {
    await this.db.end();
    await this.postgres.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Signs the world's administrator in; returns the access token. */
export async function login(service: ServerProcess, email = EMAIL, password = PASSWORD): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`login: ${response.status}`);
  return ((await response.json()) as { data: { access_token: string } }).data.access_token;
}

/** Runs `work` with a new world and then removes it, also after errors. */
export async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  // Servers end when this process exits, which a signal alone does not cause.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const world = await World.create();
  try {
    await work(world);
  } finally {
    await world.destroy();
  }
}
