import type { Principal } from '../../../src/common/principal/principal.js';
import { Database } from '../../../src/common/database/database.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DigestRepository } from '../../../src/modules/collaboration/notifications/digest/digest.repository.js';
import { NotifierRepository } from '../../../src/modules/collaboration/notifications/notifier/notifier.repository.js';
import { PreferencesRepository } from '../../../src/modules/collaboration/notifications/preferences/preferences.repository.js';
import { PreferencesService } from '../../../src/modules/collaboration/notifications/preferences/preferences.service.js';
import { DocumentFactory, type TestDocument } from '../../factories/document.factory.js';
import { IdentityFactory, type TestOrganization } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';
import { until } from '../../support/until.js';

describe('what digests keep', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let digests: DigestRepository;
  let news: NotifierRepository;
  let preferences: PreferencesService;
  let db: Database;
  let identity: IdentityFactory;
  let organization: TestOrganization;
  let document: TestDocument;
  let teamId: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 6).initialize();
    db = new Database(dataSource);
    sql = new TestSql(database.url);
    digests = new DigestRepository(db);
    news = new NotifierRepository(db);
    preferences = new PreferencesService(new PreferencesRepository(db), digests, db);
    identity = new IdentityFactory(sql);
    organization = await identity.organization();
    document = await new DocumentFactory(sql).document(organization);
    teamId = (await identity.team(organization)).id;
    stop = async () => {
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    };
  });
  afterAll(() => stop());

  const person = async (): Promise<string> => (await identity.user({ organization })).id;
  /** Each with a new share, because a share notifies a user only once. */
  const tell = async (...userIds: string[]): Promise<string[]> => {
    const share_id = newId('share');
    const about = { organization_id: organization.id, document_id: document.id };
    await sql.insert('document_shares', { id: share_id, ...about, team_id: teamId, permission: 'view' });
    return news.insert(
      {
        ...{ kind: 'share', document_id: document.id, share_id },
        ...{
          comment_id: null,
          revision_id: null,
          actor_id: null,
          temporary_revision_id: null,
          temporary_revision_event: null,
          discrepancy_id: null,
          discrepancy_event: null,
        },
      },
      userIds.map((user_id) => ({ id: newId('notification'), user_id })),
    );
  };

  const change = (userId: string, changes: Parameters<PreferencesService['update']>[1]): Promise<unknown> =>
    preferences.update({ userId } as Principal, changes, null);
  const newest = async (userId: string): Promise<string | null> => {
    const [row] = await sql.query<{ position: string | null }>(
      `SELECT max(position) AS position FROM notifications WHERE user_id = $1`,
      [userId],
    );
    return row?.position ?? null;
  };
  /** When the next digest is due; null for never. */
  const dueOf = async (userId: string): Promise<Date | null> => {
    const [row] = await sql.query<{ digest_due_at: Date | null }>(
      `SELECT digest_due_at FROM notification_preferences WHERE user_id = $1`,
      [userId],
    );
    return row?.digest_due_at ?? null;
  };
  const aWaitingConnection = (): Promise<unknown> =>
    until(
      () => sql.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      (rows) => rows.length === 1,
    );

  it('waits for nobody who reads or deletes notifications, nor do changed choices', async () => {
    const userId = await person();
    await tell(userId);
    await tell(userId);
    const [, last] = await sql.query<{ id: string; position: string }>(
      `SELECT id, position FROM notifications WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
    const client = await sql.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM notifications WHERE id = $1 FOR UPDATE`, [last?.id]);
      await digests.finish(userId, last?.position ?? null);
      await preferences.endDigests(userId);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    // At worst, locked notifications are sent twice.
    const rows = await sql.query(`SELECT id FROM notifications WHERE user_id = $1 AND awaits_digest`, [userId]);
    expect(rows).toEqual([{ id: last?.id }]);
  });

  describe('is due', () => {
    it.each<[string, string, string | null, string]>([
      ['daily', '2126-03-01T05:59:00Z', null, '2126-03-01T06:00:00Z'],
      ['daily', '2126-03-01T06:00:00Z', null, '2126-03-02T06:00:00Z'],
      ['daily', '2126-03-01T05:00:00Z', '2126-03-01T06:00:01Z', '2126-03-02T06:00:00Z'],
      ['daily', '2126-03-01T05:58:00Z', '2126-03-01T05:30:00Z', '2126-03-01T06:30:00Z'],
      ['hourly', '2126-03-01T05:59:00Z', null, '2126-03-01T06:00:00Z'],
      ['hourly', '2126-03-01T06:10:00Z', '2126-03-01T06:05:00Z', '2126-03-01T07:05:00Z'],
      ['hourly', '2126-03-01T05:10:00Z', '2126-03-01T06:05:00Z', '2126-03-01T07:05:00Z'],
    ])('%s: what waits since %s, the last one sent %s, at %s', async (digest, since, sentAt, at) => {
      const userId = await person();
      await tell(userId);
      await sql.query(`UPDATE notifications SET created_at = $2 WHERE user_id = $1`, [userId, since]);
      await sql.query(`UPDATE notification_preferences SET digest_sent_at = $2, digest = $3 WHERE user_id = $1`, [
        ...[userId, sentAt, digest],
      ]);
      await digests.schedule(userId);
      expect(await dueOf(userId)).toEqual(new Date(at));
    });

    it('from when something waits until nothing does, and not at all where no mail is wanted', async () => {
      const [userId, quiet] = [await person(), await person()];
      const service = await identity.user({ organization, role: 'api_user' });
      await change(quiet, { share: 'in_app' });
      await tell(userId, quiet, service.id);
      expect([await dueOf(userId), await dueOf(quiet), await dueOf(service.id)]).toEqual([
        expect.any(Date),
        null,
        null,
      ]);
      const daily = await dueOf(userId);
      await change(userId, { digest: 'hourly' });
      const hourly = await dueOf(userId);
      expect(hourly?.getTime()).toBeLessThanOrEqual(daily?.getTime() ?? 0);
      await tell(userId);
      expect(await dueOf(userId)).toEqual(hourly);
      await change(userId, { digest: 'off' });
      expect(await dueOf(userId)).toBeNull();
      await tell(userId);
      await change(userId, { digest: 'hourly' });
      expect(await dueOf(userId)).toBeNull();
      await tell(userId);
      await digests.finish(userId, await newest(userId));
      expect(await dueOf(userId)).toBeNull();
    });
  });

  describe('is taken', () => {
    /** The first by a second, the next by two. */
    const makeDue = (...userIds: string[]): Promise<unknown> =>
      sql.query(
        `UPDATE notification_preferences SET digest_due_at = now() - make_interval(secs => array_position($1, user_id))
         WHERE user_id = ANY ($1)`,
        [userIds],
      );

    it('by one, those first that wait for longest, and not sooner because of a choice', async () => {
      const userIds = [await person(), await person(), await person()];
      await tell(...userIds);
      await makeDue(...userIds);
      const taken = await Promise.all([digests.claim(1), digests.claim(1)]);
      expect(taken.flat().toSorted()).toEqual(userIds.slice(1).toSorted());
      expect(await digests.claim(2)).toEqual(userIds.slice(0, 1));
      for (const userId of userIds) await change(userId, { digest: 'hourly', digest_hour: 3 });
      expect(await digests.claim(3)).toEqual([]);
      for (const userId of userIds) await digests.putOff(userId);
      expect(await digests.claim(3)).toEqual([]);
    });

    it('again for what came while it was sent, were it at the moment at which it is done', async () => {
      const userId = await person();
      await tell(userId);
      await makeDue(userId);
      expect(await digests.claim(1)).toEqual([userId]);
      const told = await newest(userId);
      let [hasTold, commit] = [(): void => undefined, (): void => undefined];
      const isTold = new Promise<void>((resolve) => (hasTold = resolve));
      const held = new Promise<void>((resolve) => (commit = resolve));
      const telling = db.transaction(async () => {
        await tell(userId);
        hasTold();
        await held;
      });
      await isTold;
      const finishing = digests.finish(userId, told);
      await aWaitingConnection();
      commit();
      await Promise.all([telling, finishing]);
      expect(await dueOf(userId)).toEqual(expect.any(Date));
    });
  });
});
