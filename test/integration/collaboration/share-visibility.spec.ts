import { DataSource } from 'typeorm';
import { ROLES, type Role } from '../../../src/common/principal/permissions.js';
import { effectivePermissions, type Principal } from '../../../src/common/principal/principal.js';
import { Database } from '../../../src/common/database/database.js';
import { SqlConditions } from '../../../src/common/database/sql-conditions.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DocumentAccessRepository } from '../../../src/modules/collaboration/shares/document-access.repository.js';
import { ShareRepository } from '../../../src/modules/collaboration/shares/share.repository.js';
import { DocumentReaderRepository } from '../../../src/modules/documents/document-reader.repository.js';
import { isOpenTo } from '../../../src/modules/documents/document.policy.js';
import { DocumentRepository, type DocumentRow } from '../../../src/modules/documents/document.repository.js';
import type { ListDocumentsQuery } from '../../../src/modules/documents/dto/document.request.js';
import { DocumentListRepository } from '../../../src/modules/documents/listing/document-list.repository.js';
import { DocumentShareRepository } from '../../../src/modules/documents/shares/document-share.repository.js';
import { DocumentFactory } from '../../factories/document.factory.js';
import { IdentityFactory, type TestTeam, type TestUser } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

/** The same numbers in every run, from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('who sees a document', () => {
  const random = randomNumbers(7);
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: TestSql;
  let db: Database;
  let documents: DocumentRepository;
  let inForce: DocumentShareRepository;
  const people: TestUser[] = [];
  const library: DocumentRow[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 2).initialize();
    sql = new TestSql(database.url);
    db = new Database(dataSource);
    [documents, inForce] = [new DocumentRepository(db), new DocumentShareRepository(db)];
    const [identity, factory] = [new IdentityFactory(sql), new DocumentFactory(sql)];
    for (let airline = 0; airline < 2; airline += 1) {
      const organization = await identity.organization();
      const teams: TestTeam[] = [];
      for (let count = 0; count < 3; count += 1) teams.push(await identity.team(organization));
      const own: TestUser[] = [];
      for (let count = 0; count < 20; count += 1)
        own.push(await identity.user({ organization, team: oneOf([null, ...teams]), role: oneOf<Role>(ROLES) }));
      people.push(...own);
      const admin = principalOf({ ...own[0]!, role: 'admin' });
      for (let count = 0; count < 40; count += 1) {
        const team = oneOf([undefined, ...teams]);
        const { id } = await factory.document(organization, team ? { team } : {});
        // A document may be everybody's and yet belong to a team.
        if (team && random() < 0.2) await sql.query(`UPDATE documents SET access = 'organization' WHERE id = $1`, [id]);
        for (let shares = Math.floor(random() * 4); shares > 0; shares -= 1)
          await share(id, organization, random() < 0.5 ? { user_id: oneOf(own).id } : { team_id: oneOf(teams).id });
        library.push((await documents.find(admin, id))!);
        if (random() < 0.1) await sql.query(`UPDATE documents SET deleted_at = now() WHERE id = $1`, [id]);
      }
    }
  });
  afterAll(async () => {
    await dataSource.destroy();
    await sql.close();
    await database.drop();
  });

  /** One in three has run out. */
  const share = (document_id: string, { id: organization_id }: { id: string }, recipient: object): Promise<void> => {
    const expires_at = oneOf([null, new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)]);
    const permission = oneOf(['view', 'comment']);
    const row = { id: newId('share'), organization_id, document_id, ...recipient, permission, expires_at };
    return sql.insert('document_shares', row);
  };
  const principalOf = ({ id, organizationId, teamId, role }: TestUser): Principal => ({
    ...{
      userId: id,
      organizationId,
      teamId,
      role,
      plan: 'standard',
      organizationVersion: 1,
      permissions: effectivePermissions({ role, grants: [] }),
    },
    credential: { type: 'session', sessionId: 'session_x', provenAt: null, mfaMissing: false },
  });
  const isDeleted = async (): Promise<Set<string>> => {
    const rows = await sql.query<{ id: string }>(`SELECT id FROM documents WHERE deleted_at IS NOT NULL`);
    return new Set(rows.map(({ id }) => id));
  };

  it('is one answer for single documents, for sets, and from the document’s side', async () => {
    const deleted = await isDeleted();
    const readers = new DocumentAccessRepository(db);
    const readersOf = new Map<string, Set<string>>();
    const found = new Map<string, Set<string>>();
    for (const document of library) {
      const { rows, totalCount } = await readers.listReaders(document, null, 100);
      expect(rows).toHaveLength(totalCount);
      readersOf.set(document.id, new Set(rows.map(({ id }) => id)));
      const everybody = people.map(({ id }) => id);
      found.set(document.id, new Set(await new DocumentReaderRepository(db).list(document.id, everybody, false)));
    }
    const reasons = { open: 0, shared: 0, none: 0 };
    for (const person of people) {
      const principal = principalOf(person);
      const visible = new Set(
        await documents.findVisibleIds(
          principal,
          library.map(({ id }) => id),
        ),
      );
      for (const document of library) {
        const isOpen = isOpenTo(principal, document);
        const isShared = (await inForce.listInForce(document.id, principal)).length > 0;
        reasons[isOpen ? 'open' : isShared ? 'shared' : 'none'] += 1;
        const sees = isOpen || isShared;
        const about = [person.role, person.teamId, document.id];
        expect([...about, visible.has(document.id)]).toEqual([...about, sees && !deleted.has(document.id)]);
        expect([...about, readersOf.get(document.id)?.has(person.id)]).toEqual([...about, sees]);
        const isFound = found.get(document.id)?.has(person.id);
        expect([...about, isFound]).toEqual([...about, sees && !deleted.has(document.id)]);
      }
    }
    for (const count of Object.values(reasons)) expect(count).toBeGreaterThan(50);
  });

  it('is the same in lists, and in their totals by every filter', async () => {
    const lists = new DocumentListRepository(db, documents);
    const filters = [
      {},
      { access: 'team' },
      { status: 'active' },
      { document_type: 'AMM', status: 'active' },
      { updated_since: '2020-01-01T00:00:00Z' },
      { q: 'a', access: 'organization' },
    ] as ListDocumentsQuery[];
    for (const person of people) {
      const principal = principalOf(person);
      const ids = library.map(({ id }) => id);
      const visible = (await documents.findVisibleIds(principal, ids)).sort().reverse();
      const all = await lists.list(principal, {} as ListDocumentsQuery, null, 1_000);
      expect([person.id, all.rows.map(({ id }) => id)]).toEqual([person.id, visible]);
      for (const filter of filters) {
        const list = await lists.list(principal, filter, null, 1_000);
        const about = [person.role, filter];
        expect([...about, list.totalCount, list.isExact]).toEqual([...about, list.rows.length, true]);
        // The total is that of the list, also with a page that is empty.
        const last = list.rows.at(-1)?.id ?? 'doc_0';
        expect(await lists.list(principal, filter, last, 2)).toMatchObject({ rows: [], totalCount: list.rows.length });
        const [page, next] = [list.rows.slice(0, 2), list.rows.slice(2, 4)];
        expect((await lists.list(principal, filter, null, 2)).rows).toEqual(page);
        if (page[1]) expect((await lists.list(principal, filter, page[1].id, 2)).rows).toEqual(next);
      }
      const types = await lists.countBy(principal, 'document_type');
      expect(types.reduce((sum, { count }) => sum + count, 0)).toBe(visible.length);
    }
  });

  it('is found for a thousand people at once, however much is shared with their team', async () => {
    const [identity, factory] = [new IdentityFactory(sql), new DocumentFactory(sql)];
    const organization = await identity.organization();
    const [owners, team] = [await identity.team(organization), await identity.team(organization)];
    const [asked, other] = [
      await factory.document(organization, { team: owners }),
      await factory.document(organization),
    ];
    const watchers = await sql.query<{ id: string }>(
      `INSERT INTO users (id, email, name, role, status, organization_id, team_id)
       SELECT 'user_' || n, 'watcher.' || n || '@example.test', 'Watcher', 'engineer', 'active', $1, $2
       FROM generate_series(1, 1000) n RETURNING id`,
      [organization.id, team.id],
    );
    await sql.query(
      `INSERT INTO document_shares (id, organization_id, document_id, user_id, team_id, permission)
       SELECT 'share_team_' || n, $1, $2, NULL, $3, 'view' FROM generate_series(1, 5000) n
       UNION ALL SELECT 'share_user_' || n, $1, $4, 'user_' || n, NULL, 'view' FROM generate_series(1, 900) n`,
      [organization.id, other.id, team.id, asked.id],
    );
    await sql.query('ANALYZE document_shares');
    const ids = watchers.map(({ id }) => id);
    // Counted by the connection, over what it did before as well.
    const looks = async (): Promise<number> => {
      const sql = `SELECT (seq_scan + idx_scan)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'document_shares'`;
      return (await db.query<{ count: number }>(sql))[0]!.count;
    };
    await db.transaction(async () => {
      const before = await looks();
      expect(await new DocumentReaderRepository(db).list(asked.id, ids, false)).toHaveLength(900);
      // And not one for each person.
      expect((await looks()) - before).toBeLessThan(10);
    });
  });

  it('forgets shares that ran out a month ago, and no others', async () => {
    const shares = new ShareRepository(db);
    const days = [undefined, -1, 29, 31];
    const ids: string[] = [];
    const { id: document_id, organization_id } = library[0]!;
    for (const ago of days) {
      const expires_at = ago === undefined ? null : new Date(Date.now() - ago * 86_400_000);
      const id = newId('share');
      ids.push(id);
      const user_id = people[0]!.id;
      await sql.insert('document_shares', {
        id,
        organization_id,
        document_id,
        user_id,
        permission: 'view',
        expires_at,
      });
    }
    await shares.deleteExpired();
    const left = await sql.query<{ id: string }>(`SELECT id FROM document_shares WHERE id = ANY($1)`, [ids]);
    expect(left.map(({ id }) => id).sort()).toEqual(ids.slice(0, 3).sort());
    const shown = await shares.findInForce(new SqlConditions(), ids);
    expect(shown.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
  });
});
