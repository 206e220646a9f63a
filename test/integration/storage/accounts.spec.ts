import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { DomainEvents } from '../../../src/common/events/domain-events.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { AccountedBlobStorage } from '../../../src/integrations/storage/accounted-blob-storage.js';
import { blobKey, type StoredBlob } from '../../../src/integrations/storage/blob-storage.js';
import { BlobRepository } from '../../../src/integrations/storage/blob.repository.js';
import { FileBlobStorage } from '../../../src/integrations/storage/file-blob-storage.js';
import { BlobSweeper } from '../../../src/modules/documents/blobs/blob-sweeper.js';
import { BlobUseRepository } from '../../../src/modules/documents/blobs/blob-use.repository.js';
import { BlobVerifier } from '../../../src/modules/documents/blobs/blob-verifier.js';
import type { Revision } from '../../../src/modules/documents/revision.entity.js';
import { RevisionRepository } from '../../../src/modules/documents/revision.repository.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { until } from '../../support/until.js';

const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const roomy = { maxBytes: 1_000_000 };

/** One node: a separate connection pool and services on the common database and folder. */
class Node {
  readonly store: FileBlobStorage;
  readonly accounts: BlobRepository;
  readonly storage: AccountedBlobStorage;
  readonly uses: BlobUseRepository;
  readonly sweeper: BlobSweeper;
  readonly verifier: BlobVerifier;

  private constructor(
    private readonly source: DataSource,
    readonly db: Database,
    folder: string,
  ) {
    this.store = new FileBlobStorage(folder);
    this.accounts = new BlobRepository(db);
    this.storage = new AccountedBlobStorage(this.store, this.accounts, new DomainEvents(db), null);
    this.uses = new BlobUseRepository(db);
    this.sweeper = new BlobSweeper(this.storage, this.accounts, this.uses, db);
    this.verifier = new BlobVerifier(this.storage, this.accounts, this.uses, db, 240);
  }

  static async start(url: string, folder: string): Promise<Node> {
    const { entities } = createDataSource(url, 1).options;
    const source = await new DataSource({ type: 'postgres', url, poolSize: 8, entities }).initialize();
    return new Node(source, new Database(source), folder);
  }

  put(content: string | Buffer): Promise<StoredBlob> {
    return this.storage.put(Readable.from([Buffer.from(content)]), roomy);
  }

  async stop(): Promise<void> {
    await this.db.onApplicationShutdown();
    await this.source.destroy();
  }
}

describe('the accounts of the storage', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let folder: string;
  let one: Node;
  let other: Node;
  let documentId: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new TestSql(database.url);
    folder = await mkdtemp(path.join(os.tmpdir(), 'accounts-'));
    [one, other] = [await Node.start(database.url, folder), await Node.start(database.url, folder)];
    const organization = await new IdentityFactory(sql).organization();
    documentId = newId('document');
    await sql.insert('documents', {
      id: documentId,
      organization_id: organization.id,
      title: 'Manual',
      document_type: 'AMM',
      aircraft_type: 'HST-72',
      access: 'organization',
    });
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await sql.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const refer = (sha256: string): Promise<void> =>
    sql.insert('document_revisions', {
      id: newId('revision'),
      document_id: documentId,
      version: randomBytes(8).toString('hex'),
      status: 'draft',
      content_sha256: sha256,
      content_size: 1,
      media_type: 'text/plain',
      file_name: 'a.txt',
    });
  const age = (sha256: string, interval: string): Promise<unknown> =>
    sql.query(`UPDATE blobs SET stored_at = now() - $2::interval WHERE sha256 = $1`, [sha256, interval]);
  const exists = async (sha256: string): Promise<boolean> => (await one.store.stat(sha256)) !== null;
  const row = async (sha256: string): Promise<Record<string, unknown> | undefined> =>
    (await sql.query('SELECT * FROM blobs WHERE sha256 = $1', [sha256]))[0];
  const damage = (sha256: string): Promise<void> => writeFile(path.join(folder, blobKey(sha256)), 'rotten');

  it('enter what is put before it is published', async () => {
    const { sha256 } = await one.put('entered');
    expect(await row(sha256)).toMatchObject({ size: '7', damaged_at: null, released_at: null });
  });

  it('let nothing refer to a blob that is not entered', async () => {
    await expect(refer(sha256Of('never put'))).rejects.toThrow('fk_document_revisions_blob');
  });

  describe('the sweep', () => {
    it('removes after a day what nothing refers to, and only that', async () => {
      const [unused, used, fresh] = [await one.put('unused'), await one.put('used'), await one.put('fresh')];
      await refer(used.sha256);
      await age(unused.sha256, '25 hours');
      await age(used.sha256, '25 hours');
      await age(fresh.sha256, '23 hours');
      expect(await one.sweeper.sweep()).toMatchObject({ removed: 1 });
      expect(await exists(unused.sha256)).toBe(false);
      expect(await row(unused.sha256)).toBeUndefined();
      expect([await exists(used.sha256), await exists(fresh.sha256)]).toEqual([true, true]);
    });

    it('adopts what it finds in the storage and never saw, and removes it a day later', async () => {
      const { sha256 } = await one.store.put(Readable.from(['restored from a backup']), roomy);
      expect([await one.sweeper.adoptUnknown(), await one.sweeper.sweep()]).toMatchObject([1, { removed: 0 }]);
      await age(sha256, '25 hours');
      expect([await one.sweeper.adoptUnknown(), await one.sweeper.sweep()]).toMatchObject([0, { removed: 1 }]);
      expect(await exists(sha256)).toBe(false);
    });

    it('runs on one node at a time', async () => {
      const reports = await Promise.all([one.sweeper.sweep(), other.sweeper.sweep()]);
      expect(reports.filter((report) => report === null).length).toBeLessThanOrEqual(1);
      await one.db.withLock('blob sweep', async () => expect(await other.sweeper.sweep()).toBeNull());
      await one.db.withLock('blob adoption', async () => expect(await other.sweeper.adoptUnknown()).toBeNull());
    });

    it('keeps the row when the storage cannot delete', async () => {
      const { sha256 } = await one.put('stubborn');
      await age(sha256, '25 hours');
      const broken = jest.spyOn(one.store, 'delete').mockRejectedValue(new Error('no connection'));
      await expect(one.sweeper.sweep()).rejects.toThrow('no connection');
      broken.mockRestore();
      expect(await row(sha256)).toBeDefined();
      expect(await one.sweeper.sweep()).toMatchObject({ removed: 1 });
    });
  });

  it('give a blob up at once when its last user is gone, or soon after when it was put just now', async () => {
    const [old, young, shared] = [await one.put('old'), await one.put('young'), await one.put('shared')];
    await refer(shared.sha256);
    await age(old.sha256, '16 minutes');
    await age(shared.sha256, '16 minutes');
    for (const { sha256 } of [old, young, shared]) await one.storage.delete(sha256);
    await one.storage.delete(sha256Of('never put'));
    expect([await exists(old.sha256), await exists(young.sha256), await exists(shared.sha256)]).toEqual([
      false,
      true,
      true,
    ]);
    await age(young.sha256, '16 minutes');
    await one.sweeper.sweep();
    expect(await exists(young.sha256)).toBe(false);
  });

  it('take back at once what only one put brought, and nothing that somebody else put or uses', async () => {
    const alone = await one.put('alone');
    await one.storage.release(alone.sha256);
    expect([await exists(alone.sha256), await row(alone.sha256)]).toEqual([false, undefined]);
    const [first, second] = [await one.put('twice'), await other.put('twice')];
    await one.storage.release(first.sha256);
    expect(await exists(first.sha256)).toBe(true);
    await other.storage.release(second.sha256);
    expect([await exists(first.sha256), await row(first.sha256)]).toEqual([false, undefined]);
    const used = await one.put('released in vain');
    await refer(used.sha256);
    await one.storage.release(used.sha256);
    expect(await exists(used.sha256)).toBe(true);
  });

  it('restart for a blob that was released and is stored again', async () => {
    const { sha256 } = await one.put('put again');
    await one.storage.delete(sha256);
    await one.put('put again');
    await age(sha256, '16 minutes');
    await one.sweeper.sweep();
    expect(await exists(sha256)).toBe(true);
  });

  it('never lose a blob that comes into use between the look and the deletion', async () => {
    // Each round: old unused blobs, a sweep on one node, and on another uploads of the same contents that end in a reference.
    for (let round = 0; round < 6; round += 1) {
      const contents = Array.from({ length: 20 }, () => randomBytes(64));
      for (const content of contents) {
        const { sha256 } = await one.put(content);
        await age(sha256, '25 hours');
      }
      const upload = async (content: Buffer, delay: number): Promise<string> => {
        await new Promise((resolve) => setTimeout(resolve, delay));
        const { sha256 } = await other.put(content);
        await refer(sha256);
        return sha256;
      };
      const [report, ...used] = await Promise.all([
        one.sweeper.sweep(),
        ...contents.slice(0, 15).map((content, index) => upload(content, index * 2)),
      ]);
      for (const [index, sha256] of used.entries())
        expect(contents[index]!.equals(await buffer(await one.storage.open(sha256)))).toBe(true);
      for (const content of contents.slice(15)) expect(await exists(sha256Of(content))).toBe(false);
      expect(report!.removed).toBeGreaterThanOrEqual(5);
    }
  });

  it('make a deletion wait for a reference that is on its way, and then not happen', async () => {
    const { sha256 } = await one.put('on its way');
    await age(sha256, '25 hours');
    let deletion: Promise<unknown> = Promise.resolve();
    await other.db.transaction(async () => {
      await other.db.query(
        `INSERT INTO document_revisions (id, document_id, version, status, content_sha256, content_size, media_type, file_name)
         VALUES ($1, $2, 'waits', 'draft', $3, 1, 'text/plain', 'a.txt')`,
        [newId('revision'), documentId, sha256],
      );
      deletion = one.storage.remove(sha256, 60);
      await untilSomebodyWaits();
      expect(await exists(sha256)).toBe(true);
    });
    expect(await deletion).toBe('in_use');
    expect(await exists(sha256)).toBe(true);
  });

  it('make a put wait for a deletion that is on its way, and then publish', async () => {
    const { sha256 } = await one.put('deleted right now');
    await age(sha256, '25 hours');
    let put: Promise<unknown> = Promise.resolve();
    const deleteContent = one.store.delete.bind(one.store);
    const slow = jest.spyOn(one.store, 'delete').mockImplementation(async (name) => {
      put = other.put('deleted right now');
      await untilSomebodyWaits();
      await deleteContent(name);
    });
    expect(await one.storage.remove(sha256, 60)).toBe('removed');
    slow.mockRestore();
    await put;
    expect(await exists(sha256)).toBe(true);
    expect(await row(sha256)).toBeDefined();
  });

  it('report storage as unavailable while a deletion holds the row for long', async () => {
    const { sha256 } = await one.put('held');
    await other.db.transaction(async () => {
      await other.db.query(`SELECT 1 FROM blobs WHERE sha256 = $1 FOR UPDATE`, [sha256]);
      const hurried = one.db.transaction(async () => {
        await one.db.query(`SET LOCAL statement_timeout = 100`);
        await one.put('held');
      });
      await expect(hurried).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage' } });
    });
  });

  it('ask the caller to upload again when the referenced blob was removed meanwhile', async () => {
    const { sha256 } = await one.put('too slow');
    await age(sha256, '25 hours');
    await one.sweeper.sweep();
    const revision = { id: newId('revision'), document_id: documentId, version: 'slow', status: 'draft' };
    const file = { content_sha256: sha256, content_size: '8', media_type: 'text/plain', file_name: 'a.txt' };
    const inserted = new RevisionRepository(one.db).insert({ ...revision, ...file } as Revision);
    await expect(inserted).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  });

  describe('verification', () => {
    const run = (): Promise<void> => one.verifier.run();

    it('finds damage, refuses to serve it, and sees it mended', async () => {
      const { sha256 } = await one.put('precious');
      await damage(sha256);
      await age(sha256, '25 hours');
      await run();
      expect((await row(sha256))!.damaged_at).not.toBeNull();
      const refused = { status: 503, details: { reason: 'content_damaged' } };
      await expect(one.storage.open(sha256)).rejects.toMatchObject(refused);
      await expect(one.storage.withLocalFile(sha256, () => Promise.resolve())).rejects.toMatchObject(refused);
      // Uploaded again.
      await other.put('precious');
      expect((await buffer(await one.storage.open(sha256))).toString()).toBe('precious');
      // Restored from a backup.
      await damage(sha256);
      await age(sha256, '25 hours');
      await sql.query('UPDATE blobs SET last_verified_at = NULL WHERE sha256 = $1', [sha256]);
      await run();
      await expect(one.storage.open(sha256)).rejects.toMatchObject(refused);
      await writeFile(path.join(folder, blobKey(sha256)), 'precious');
      const states: string[] = [];
      for await (const found of one.verifier.verifyAll()) if (found.sha256 === sha256) states.push(found.state);
      expect(states).toEqual(['sound']);
      expect((await row(sha256))!.damaged_at).toBeNull();
    });

    it('finds what is missing, of what is in use', async () => {
      const [{ sha256 }, unused] = [await one.put('lost'), await one.put('lost and not missed')];
      await refer(sha256);
      await one.store.delete(sha256);
      await one.store.delete(unused.sha256);
      const findings: unknown[] = [];
      for await (const found of one.verifier.verifyAll()) if (found.state !== 'sound') findings.push(found);
      expect(findings).toEqual([{ sha256, state: 'missing' }]);
    });

    it('writes nothing down when it looks into another storage', async () => {
      const { sha256 } = await one.put('where the service keeps it');
      await refer(sha256);
      const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'elsewhere-'));
      const stray = await Node.start(database.url, elsewhere);
      const before = await sql.query('SELECT * FROM blobs ORDER BY sha256');
      try {
        await expect(stray.verifier.verifyAll().next()).rejects.toThrow(/^None of the first \d+ files .* DATA_DIR/);
        expect(await sql.query('SELECT * FROM blobs ORDER BY sha256')).toEqual(before);
      } finally {
        await stray.stop();
        await rm(elsewhere, { recursive: true, force: true });
      }
    });

    it('checks a bounded number in a run, the least recently checked first, and each once a day', async () => {
      await sql.query(
        `UPDATE blobs SET stored_at = now() - interval '3 days', last_verified_at = now() - interval '2 days'`,
      );
      const hashes: string[] = [];
      for (let index = 0; index < 11; index += 1) {
        const { sha256 } = await one.put(`sample ${index}`);
        await age(sha256, `${10 + index} days`);
        hashes.push(sha256);
      }
      await run();
      const verified = await sql.query<{ sha256: string }>(
        `SELECT sha256 FROM blobs WHERE last_verified_at > now() - interval '1 hour'`,
      );
      expect(verified.map(({ sha256 }) => sha256).sort()).toEqual(hashes.slice(1).sort());
      const today = new BlobVerifier(one.storage, one.accounts, one.uses, one.db, 10);
      await today.run();
      expect((await row(hashes[0]!))!.last_verified_at).toBeNull();
    });
  });

  async function untilSomebodyWaits(): Promise<void> {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await sql.query(waiting)).length > 0);
  }
});
