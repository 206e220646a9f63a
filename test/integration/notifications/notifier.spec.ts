import { Database } from '../../../src/common/database/database.js';
import { Signals } from '../../../src/common/database/signals.js';
import { DomainEvents } from '../../../src/common/events/domain-events.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createDataSource } from '../../../src/start/data-source.js';
import type { Comment } from '../../../src/modules/collaboration/comments/comment.entity.js';
import {
  CommentDeleted,
  CommentResolved,
  CommentUpdated,
  DocumentCommented,
} from '../../../src/modules/collaboration/comments/comment.events.js';
import { NotificationEventHandlers } from '../../../src/modules/collaboration/notifications/notifier/notification-event-handlers.js';
import { NotifierRepository } from '../../../src/modules/collaboration/notifications/notifier/notifier.repository.js';
import { Notifier } from '../../../src/modules/collaboration/notifications/notifier/notifier.js';
import type { TeamShareNotifier } from '../../../src/modules/collaboration/notifications/notifier/team-share-notifier.js';
import { DocumentReaderRepository } from '../../../src/modules/documents/document-reader.repository.js';
import type { DocumentService } from '../../../src/modules/documents/document.service.js';
import { UserRemoved } from '../../../src/modules/users/user.events.js';
import type { User } from '../../../src/modules/users/user.service.js';
import { DocumentFactory, type TestDocument } from '../../factories/document.factory.js';
import { IdentityFactory, type TestOrganization, type TestTeam } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

describe('news of comments', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let db: Database;
  let events: DomainEvents;
  let identity: IdentityFactory;
  let organization: TestOrganization;
  let team: TestTeam;
  let document: TestDocument;
  let [ada, ben, cem, outsider] = ['', '', '', ''];
  let stop: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 6).initialize();
    db = new Database(dataSource);
    sql = new TestSql(database.url);
    events = new DomainEvents(db);
    const news = new NotifierRepository(db);
    const readers = new DocumentReaderRepository(db);
    const documents = {
      findReaders: ({ id }: { id: string }, userIds: string[]) => readers.list(id, userIds, false),
    } as unknown as DocumentService;
    new NotificationEventHandlers(
      events,
      news,
      new Notifier(news, new Signals(db), db),
      {} as TeamShareNotifier,
      documents,
    );
    identity = new IdentityFactory(sql);
    stop = async () => {
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    };
  });
  beforeEach(async () => {
    organization = await identity.organization();
    team = await identity.team(organization);
    const person = async (of: TestTeam | null): Promise<string> => (await identity.user({ organization, team: of })).id;
    [ada, ben, cem, outsider] = [await person(team), await person(team), await person(team), await person(null)];
    document = await new DocumentFactory(sql).document(organization, { team });
  });
  afterAll(() => stop());

  const stored = async (userId: string, more: Partial<Comment> = {}): Promise<Comment> => {
    const id = newId('comment');
    const row = {
      ...{ id, organization_id: organization.id, document_id: document.id, revision_id: document.revisionId },
      ...{ page_number: 1, user_id: userId, body: 'Look.', visibility: 'public', ...more },
    };
    await sql.insert('comments', row);
    const [comment] = await sql.query<Comment>(`SELECT * FROM comments WHERE id = $1`, [id]);
    return comment!;
  };
  const commented = async (userId: string, more: Partial<Comment> = {}): Promise<Comment> => {
    const comment = await stored(userId, more);
    await events.emit(new DocumentCommented(comment));
    return comment;
  };
  const nameOf = (id: string): string => ({ [ada]: 'ada', [ben]: 'ben', [cem]: 'cem', [outsider]: 'outsider' })[id]!;
  /** `ada: mention`, …, of the comment; in no order. */
  const told = async ({ id }: Comment): Promise<string[]> => {
    const rows = await sql.query<{ user_id: string; kind: string }>(
      `SELECT user_id, kind FROM notifications WHERE comment_id = $1`,
      [id],
    );
    return rows.map(({ user_id, kind }) => `${nameOf(user_id)}: ${kind}`).sort();
  };

  it('go to every mentioned user, but never to the author', async () => {
    expect(await told(await commented(ada, { mentions: [ben, ada] }))).toEqual(['ben: mention']);
    expect(await told(await commented(ada))).toEqual([]);
  });

  it('go to everybody in the thread who still sees the document, once, as a mention to who is named', async () => {
    const root = await commented(ada);
    const first = await commented(ben, { parent_id: root.id });
    expect(await told(first)).toEqual(['ada: reply']);
    await commented(outsider, { parent_id: root.id });
    const private_ = await stored(cem, { parent_id: root.id, visibility: 'private' });
    expect(await told(private_)).toEqual([]);
    expect(await told(await commented(ben, { parent_id: root.id, mentions: [ada] }))).toEqual(['ada: mention']);
    await sql.query(`UPDATE users SET team_id = NULL WHERE id = $1`, [ada]);
    expect(await told(await commented(ben, { parent_id: root.id }))).toEqual([]);
  });

  it('go to no user who disabled the kind, and are mailed to users who enabled mail', async () => {
    await sql.insert('notification_preferences', { user_id: ben, mention: 'off', reply: 'in_app' });
    await sql.insert('notification_preferences', { user_id: cem, digest: 'off' });
    const root = await commented(ben);
    expect(await told(await commented(ada, { mentions: [ben] }))).toEqual([]);
    // Who wants no mentions may still want replies.
    const reply = await commented(ada, { parent_id: root.id, mentions: [ben, cem, outsider] });
    expect(await told(reply)).toEqual(['ben: reply', 'cem: mention', 'outsider: mention']);
    const service = await identity.user({ organization, team, role: 'api_user', hasPassword: false });
    await commented(ada, { parent_id: root.id, mentions: [service.id] });
    const mailed = await sql.query<{ user_id: string }>(
      `SELECT user_id FROM notifications WHERE awaits_digest AND document_id = $1`,
      [document.id],
    );
    expect(mailed).toEqual([{ user_id: outsider }]);
  });

  it('are changed with whom a comment names', async () => {
    const comment = await commented(ada, { mentions: [ben] });
    await events.emit(new CommentUpdated({ ...comment, mentions: [cem] }, ['body']));
    expect(await told(comment)).toEqual(['ben: mention']);
    await events.emit(new CommentUpdated({ ...comment, mentions: [cem] }, ['body', 'mentions']));
    expect(await told(comment)).toEqual(['cem: mention']);
  });

  it('are removed when the comment turns private, and sent again when it is published again', async () => {
    const comment = await commented(ada, { mentions: [ben] });
    await events.emit(new CommentDeleted(comment, ada));
    expect(await told(comment)).toEqual([]);
    await events.emit(new DocumentCommented(comment));
    await events.emit(new DocumentCommented(comment));
    expect(await told(comment)).toEqual(['ben: mention']);
  });

  it('say who is in the thread that it is settled, until it is taken up again', async () => {
    const root = await commented(ada, { mentions: [cem] });
    await commented(ben, { parent_id: root.id });
    await events.emit(new CommentResolved(root, true, cem));
    expect(await told(root)).toEqual(['ada: resolve', 'ben: resolve', 'cem: mention']);
    await events.emit(new CommentResolved(root, false, cem));
    expect(await told(root)).toEqual(['cem: mention']);
    await events.emit(new CommentResolved(root, true, ada));
    expect(await told(root)).toEqual(['ben: resolve', 'cem: mention']);
  });

  it('are made with the change or not at all', async () => {
    const comment = await stored(ada, { mentions: [ben] });
    const taken = db.transaction(async () => {
      await events.emit(new DocumentCommented(comment));
      throw new Error('no');
    });
    await expect(taken).rejects.toThrow('no');
    expect(await told(comment)).toEqual([]);
  });

  it('have positions in the order of commits, however the transactions overlap', async () => {
    const comments = await Promise.all(Array.from({ length: 12 }, () => stored(ada, { mentions: [ben] })));
    const seen: string[] = [];
    const watcher = async (): Promise<void> => {
      // Reads what is committed: no later row may have a smaller position.
      for (let left = 200; left > 0 && seen.length < comments.length; left -= 1) {
        const rows = await sql.query<{ position: string }>(
          `SELECT position FROM notifications WHERE user_id = $1 AND position > $2 ORDER BY position`,
          [ben, seen.at(-1) ?? 0],
        );
        seen.push(...rows.map(({ position }) => position));
      }
    };
    const emitted = Promise.all(comments.map((comment) => events.emit(new DocumentCommented(comment))));
    await Promise.all([watcher(), emitted]);
    await watcher();
    const all = await sql.query<{ position: string }>(
      `SELECT position FROM notifications WHERE user_id = $1 ORDER BY position`,
      [ben],
    );
    expect(seen).toEqual(all.map(({ position }) => position));
    expect(seen).toHaveLength(comments.length);
  });

  it('go with the user', async () => {
    await commented(ada, { mentions: [ben] });
    await sql.insert('document_watches', { user_id: ben, document_id: document.id });
    await events.emit(new UserRemoved({ id: ben } as User));
    for (const table of ['notifications', 'document_watches', 'notification_preferences'])
      expect(await sql.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [ben])).toEqual([]);
  });
});
