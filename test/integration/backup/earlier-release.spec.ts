import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrationsOfBuild } from '../../../src/start/migrate.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { runTool } from '../../support/service/command-line.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

/** The last migration of release 0.1.0. */
const EARLIER = 1764000700000;

/** What was saved before an upgrade comes back after it. */
describe('a backup of an earlier release', () => {
  let scratch: string;
  let databases: TestDatabase[];
  let connections: TestSql[];
  beforeAll(async () => {
    scratch = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'earlier-'));
    databases = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
    connections = databases.map(({ url }) => new TestSql(url));
  });
  afterAll(async () => {
    await Promise.all(connections.map((one) => one.close()));
    await Promise.all(databases.map((one) => one.drop()));
    await rm(scratch, { recursive: true, force: true });
  });

  /** Runs a tool on one of the databases and its folder. */
  async function run(index: number, tool: string, ...args: string[]): Promise<void> {
    const DATA_DIR = path.join(scratch, String(index));
    await mkdir(DATA_DIR, { recursive: true });
    const result = await runTool(tool, args, { DATABASE_URL: databases[index]!.url, DATA_DIR });
    expect(result).toMatchObject({ code: 0, errors: '' });
  }

  it('is loaded and brought up to date, with the master key that it brings along', async () => {
    const [before, after] = connections as [TestSql, TestSql];
    const backups = path.join(scratch, 'backups');
    await run(0, 'migration', 'run', '--through', String(EARLIER));
    const { id } = await new IdentityFactory(before).organization();
    const key = `${Buffer.alloc(32, 7).toString('base64')}\n`;
    await writeFile(path.join(scratch, '0', 'secret-key'), key);
    await run(0, 'backup', '--to', backups, '--with-secret-key');
    await run(1, 'restore', '--from', backups);

    expect(await after.query('SELECT name FROM migrations')).toHaveLength(migrationsOfBuild().length);
    expect(await after.query('SELECT id FROM organizations')).toEqual([{ id }]);
    expect(await readFile(path.join(scratch, '1', 'secret-key'), 'utf8')).toBe(key);
  });
});
