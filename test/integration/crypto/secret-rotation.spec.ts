import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { SealedColumnRepository } from '../../../src/common/crypto/sealed-column.repository.js';
import { SEALED_COLUMNS } from '../../../src/common/crypto/sealed-columns.js';
import { SecretKeyFile } from '../../../src/common/crypto/secret-key-file.js';
import { SecretRotation } from '../../../src/common/crypto/secret-rotation.js';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { Database } from '../../../src/common/database/database.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { IdentityFactory, type TestUser } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

const PURPOSE = 'idempotent responses';

let database: TestDatabase;
let dataSource: DataSource;
let sql: TestSql;
let db: Database;
let user: TestUser;
let dataDir: string;
let keyFile: SecretKeyFile;
let secrets: Secrets;

beforeAll(async () => {
  database = await createTestDatabase();
  // Already migrated; Jest could not load the compiled migrations.
  dataSource = createDataSource(database.url, 5);
  await dataSource.initialize();
  db = new Database(dataSource);
  sql = new TestSql(database.url);
  user = await new IdentityFactory(sql).user();
});
afterAll(async () => {
  await db.onApplicationShutdown();
  await dataSource.destroy();
  await sql.close();
  await database.drop();
});
beforeEach(async () => {
  await sql.query('DELETE FROM idempotency_keys');
  await sql.query('DELETE FROM signing_keys');
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'rotation-'));
  keyFile = new SecretKeyFile(dataDir);
  secrets = new Secrets(keyFile.keys);
});
afterEach(() => rm(dataDir, { recursive: true }));

const rotation = (by = secrets): SecretRotation => new SecretRotation(new SealedColumnRepository(db), by, db);

async function insert(key: string, sealed: Buffer): Promise<void> {
  await db.query(
    `INSERT INTO idempotency_keys (organization_id, user_id, key, request_hash, status, response)
     VALUES ($1, $2, $3, $4, 201, $5)`,
    [user.organizationId, user.id, key, randomBytes(32), sealed],
  );
}

async function insertMany(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await insert(`row ${n}`, secrets.encrypt(Buffer.from(`answer ${n}`), PURPOSE));
}

/** What every row says, by its key; throws when one cannot be opened. */
async function openAll(by: Secrets): Promise<Record<string, string>> {
  const rows = await sql.query<{ key: string; response: Buffer }>(`SELECT key, response FROM idempotency_keys`);
  return Object.fromEntries(rows.map(({ key, response }) => [key, by.decrypt(response, PURPOSE).toString()]));
}

describe('SecretRotation', () => {
  it('brings every sealed column under a new key and needs the old one no longer', async () => {
    await insertMany(250);
    const before = await openAll(secrets);
    const old = keyFile.keys().present;
    await sql.insert('signing_keys', {
      id: 'signkey_1',
      algorithm: 'RS256',
      public_key: 'public',
      sealed_private_key: secrets.encrypt(Buffer.from('private'), 'signing keys'),
    });

    const report = await rotation().run(keyFile, 0);
    expect(report).toMatchObject({
      newKey: true,
      resealed: { 'idempotency_keys.response': 250, 'signing_keys.sealed_private_key': 1 },
      unreadable: {},
      dropped: true,
    });
    const { present, previous } = new SecretKeyFile(dataDir).keys();
    expect(previous).toEqual([]);
    expect(present.equals(old)).toBe(false);
    const fresh = new Secrets(present);
    expect(await openAll(fresh)).toEqual(before);
    const [row] = await sql.query<{ sealed_private_key: Buffer }>('SELECT sealed_private_key FROM signing_keys');
    expect(fresh.decrypt(row!.sealed_private_key, 'signing keys').toString()).toBe('private');
  });

  it('knows every sealed column of the schema', async () => {
    const columns = await sql.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE 'sealed%'`,
    );
    const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    // What is sealed has that in its name, but for the oldest of such columns.
    expect(listed.sort()).toEqual([...columns.map(({ name }) => name), 'idempotency_keys.response'].sort());
  });

  it('loses nothing that a transaction open at the change writes later, under the old key', async () => {
    await insertMany(3);
    const running = new Secrets(new SecretKeyFile(dataDir).keys);
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const late = db.transaction(async () => {
      await db.query('SELECT 1');
      const sealed = running.encrypt(Buffer.from('late'), PURPOSE);
      await gate;
      await insert('late', sealed);
    });
    const rotating = rotation().run(keyFile, 0);
    // Longer than all the rest of a rotation of three rows takes.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(keyFile.keys().previous).toHaveLength(1);
    finish();
    await late;
    expect(await rotating).toMatchObject({ dropped: true });
    expect(await openAll(new Secrets(keyFile.keys().present))).toMatchObject({ late: 'late' });
    // A process with the old file seals under the new key without a notification.
    expect(running.encrypt(Buffer.alloc(0), PURPOSE).subarray(0, 4)).toEqual(secrets.presentKeyId());
  });

  it('keeps the old keys while something cannot be opened, and while a step of a module fails', async () => {
    await insertMany(2);
    await insert('foreign', new Secrets(randomBytes(32)).encrypt(Buffer.from('x'), PURPOSE));
    const first = await rotation().run(keyFile, 0);
    expect(first).toMatchObject({
      newKey: true,
      resealed: { 'idempotency_keys.response': 2 },
      unreadable: { 'idempotency_keys.response': 1 },
      dropped: false,
    });
    expect(keyFile.keys().previous).toHaveLength(1);

    await sql.query(`DELETE FROM idempotency_keys WHERE key = 'foreign'`);
    const failing = rotation();
    failing.onRotated({ name: 'chains', run: () => Promise.reject(new Error('not now')) });
    await expect(failing.run(keyFile, 0)).rejects.toThrow('not now');
    expect(keyFile.keys().previous).toHaveLength(1);

    const last = rotation();
    const keysSeen: number[] = [];
    last.onRotated({
      name: 'chains',
      run: () => {
        keysSeen.push(secrets.deriveKeys('x').length);
        return Promise.resolve(7);
      },
    });
    // The key of the first run is brought in; no further one is made.
    expect(await last.run(keyFile, 0)).toMatchObject({ newKey: false, resealed: { chains: 7 }, dropped: true });
    expect(keysSeen).toEqual([2]);
    expect(await openAll(new Secrets(keyFile.keys().present))).toEqual({ 'row 0': 'answer 0', 'row 1': 'answer 1' });
  });

  it('runs once at a time', async () => {
    const outcomes = await Promise.allSettled([rotation().run(keyFile, 0), rotation().run(keyFile, 0)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(keyFile.keys().previous).toEqual([]);
  });

  it('re-encrypts only, when the keys come from the environment', async () => {
    await insertMany(5);
    const [old, next] = [keyFile.keys().present, randomBytes(32)];
    // What nodes are first: they know the next key, and still use the old one.
    const changing = new Secrets(old, [next]);
    await insert('by a node that has changed', new Secrets(next, [old]).encrypt(Buffer.from('new'), PURPOSE));
    expect(Object.keys(await openAll(changing))).toHaveLength(6);

    const report = await rotation(new Secrets(next, [old])).run(null);
    expect(report).toMatchObject({ newKey: false, resealed: { 'idempotency_keys.response': 5 }, dropped: false });
    expect(Object.keys(await openAll(changing))).toHaveLength(6);
    expect(Object.keys(await openAll(new Secrets(next)))).toHaveLength(6);
    expect(await rotation(new Secrets(next)).run(null)).toMatchObject({ resealed: { 'idempotency_keys.response': 0 } });
  });
});
