import { createHash } from 'node:crypto';
import { newId } from '../../../src/common/ids/type-id.js';
import { Database } from '../../../src/common/database/database.js';
import { SqlConditions } from '../../../src/common/database/sql-conditions.js';
import type { Principal } from '../../../src/common/principal/principal.js';
import {
  MakingRepository,
  type OfflinePackageDocument,
  type PackedPage,
} from '../../../src/modules/offline/making/making.repository.js';
import { PackagePage } from '../../../src/modules/offline/making/package-page.js';
import { OfflinePackageRepository } from '../../../src/modules/offline/offline-package.repository.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DocumentFactory, type TestDocument } from '../../factories/document.factory.js';
import { IdentityFactory, type TestUser } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

const DAY_MS = 86_400_000;

describe('rows of offline packages', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let packages: OfflinePackageRepository;
  let making: MakingRepository;
  let user: TestUser;
  let document: TestDocument;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 4).initialize();
    const db = new Database(dataSource);
    sql = new TestSql(database.url);
    [packages, making] = [new OfflinePackageRepository(db), new MakingRepository(db)];
    user = await new IdentityFactory(sql).user({});
    document = await new DocumentFactory(sql).document({ id: user.organizationId }, { pages: ['One.', 'Two.'] });
    stop = async () => {
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    };
  });
  afterAll(() => stop());

  const stored = async (state: string, changes: object = {}): Promise<{ id: string; sha256: string | null }> => {
    const id = newId('offline_package');
    const sha256 = state === 'ready' ? createHash('sha256').update(id).digest('hex') : null;
    if (sha256 !== null) await sql.insert('blobs', { sha256, size: 1 });
    await sql.insert('offline_packages', {
      ...{ id, organization_id: user.organizationId, created_by: user.id, state, livemode: true, aircraft: '[]' },
      temporary_revisions_digest: createHash('md5').update('').digest('hex'),
      discrepancies_digest: null,
      ...{ document_count: 1, page_count: 1, sources_size: 1, content_sha256: sha256, content_size: 1 },
      ...{ expires_at: new Date(Date.now() + DAY_MS), ...changes },
    });
    await sql.insert('offline_package_documents', {
      ...{ offline_package_id: id, position: 0, document_id: document.id, revision_id: document.revisionId },
      ...{
        title: 'Manual',
        document_type: 'AMM',
        aircraft_type: 'A320',
        version: '1',
        file_sha256: 'ab',
        file_size: 1,
      },
      ...{ media_type: 'text/plain', page_count: 2, included: true, applicability: '[]' },
    });
    return { id, sha256 };
  };
  const stateOf = async (id: string): Promise<unknown> =>
    (await sql.query<{ state: string }>(`SELECT state FROM offline_packages WHERE id = $1`, [id]))[0]?.state;

  it('end with their time, their maker and their documents, and are removed later', async () => {
    const kept = await stored('ready');
    const expired = await stored('ready', { expires_at: new Date(Date.now() - 1) });
    const orphaned = await stored('ready', { created_by: null });
    const old = await stored('expired', { expires_at: new Date(Date.now() - 31 * DAY_MS) });
    const failed = await stored('failed', { expires_at: new Date(Date.now() - 29 * DAY_MS) });
    expect((await packages.end(30)).sort()).toEqual([expired.sha256, orphaned.sha256].sort());
    const states = await Promise.all([kept, expired, orphaned, old, failed].map(({ id }) => stateOf(id)));
    expect(states).toEqual(['ready', 'expired', 'expired', undefined, 'failed']);
    expect(await packages.end(30)).toEqual([]);
    await sql.query(`UPDATE documents SET deleted_at = now() WHERE id = $1`, [document.id]);
    expect(await packages.end(30)).toEqual([kept.sha256]);
    await sql.query(`UPDATE documents SET deleted_at = NULL WHERE id = $1`, [document.id]);
  });

  it('are begun again after a process died, and finished once', async () => {
    const { id } = await stored('building');
    expect(await making.listBuilding()).toEqual([id]);
    expect((await making.begin(id))?.attempts).toBe(1);
    const begun = await making.begin(id);
    expect(begun).toMatchObject({ attempts: 2, organization_name: expect.any(String), created_by_name: user.name });
    expect(begun).toMatchObject({ outdated: null, documents: [{ document_id: document.id, position: 0 }] });
    const texts: string[] = [];
    for await (const { text, discrepancies, temporary_revisions } of making.pages(begun!.documents[0]!)) {
      texts.push(text);
      expect([discrepancies, temporary_revisions]).toEqual([[], []]);
    }
    expect(texts).toEqual(['One.', 'Two.']);
    const blob = { sha256: createHash('sha256').update(id).digest('hex'), size: 7 };
    await sql.insert('blobs', blob);
    expect(await making.finish(id, blob, [], new Date())).toBe(true);
    expect(await making.finish(id, blob, [], new Date())).toBe(false);
    await making.fail(id, 'internal');
    await sql.query(`UPDATE document_revisions SET status = 'withdrawn', withdrawn_at = now() WHERE id = $1`, [
      document.revisionId,
    ]);
    expect(await making.outdatedWhileHeld(id)).toBe('revision_withdrawn');
    const late = await stored('building');
    expect((await making.begin(late.id))?.outdated).toBe('revision_withdrawn');
    await making.fail(late.id, 'revision_withdrawn');
    await sql.query(`UPDATE document_revisions SET status = 'active', withdrawn_at = NULL WHERE id = $1`, [
      document.revisionId,
    ]);
    expect([await stateOf(id), await making.begin(id), await making.listBuilding()]).toEqual(['ready', null, []]);
  });

  it('stay hidden after the rows of documents of teams are removed', async () => {
    const own = await new DocumentFactory(sql).document({ id: user.organizationId }, { pages: ['One.'] });
    const principal = { organizationId: user.organizationId, userId: user.id } as Principal;
    const visible = new SqlConditions().add(() => 'd.deleted_at IS NULL');
    const isShown = async (id: string): Promise<boolean[]> => {
      const { rows } = await packages.list(principal, visible, null, 50);
      return [(await packages.find(principal, visible, id)) !== null, rows.some((row) => row.id === id)];
    };
    for (const wasOpen of [false, true, null]) {
      const { id } = await stored('ready');
      const place = (documentId: string): Promise<unknown> =>
        sql.query(`UPDATE offline_package_documents SET document_id = $2 WHERE offline_package_id = $1`, [
          ...[id, documentId],
        ]);
      await place(own.id);
      expect(await isShown(id)).toEqual([true, true]);
      if (wasOpen !== null) await packages.noteDeletion(own.id, wasOpen);
      await place(newId('document'));
      expect(await isShown(id)).toEqual([wasOpen === true, wasOpen === true]);
      await packages.delete(id);
    }
  });

  it('do not count attempts that failed with the storage', async () => {
    const { id } = await stored('building');
    await making.begin(id);
    await making.uncount(id);
    expect((await making.begin(id))?.attempts).toBe(1);
    await making.fail(id, 'internal');
  });

  it('have all pages of a document as they were at one time', async () => {
    const large = await new DocumentFactory(sql).document(
      { id: user.organizationId },
      { pages: Array.from({ length: 60 }, (_, n) => `Page ${n}.`) },
    );
    const named = { document_id: large.id, revision_id: large.revisionId, page_count: 60, title: 'Large' };
    const packed = { offline_package_id: 'pack_x', document_number: null, ...named } as OfflinePackageDocument;
    const texts: string[] = [];
    const changing = async function* (): AsyncGenerator<PackedPage> {
      for await (const page of making.pages(packed)) {
        if (texts.length === 0)
          await sql.query(`UPDATE pages SET text = 'Changed.' WHERE revision_id = $1`, [large.revisionId]);
        texts.push(page.text);
        yield page;
      }
    };
    await making.onSnapshot(() => new PackagePage().add(packed, changing(), () => []));
    expect([texts.length, texts.filter((text) => text === 'Changed.')]).toEqual([60, []]);
  });
});
