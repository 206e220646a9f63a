import { setTimeout } from 'node:timers/promises';
import { newId } from '../../../src/common/ids/type-id.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import { startMailReceiver, type MailReceiver, type ReceivedMail } from '../../support/peers/mail-receiver.js';
import { startService, type TestService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const UNSUBSCRIBE = /^<https:\/\/service\.test(\/api\/v1\/notifications\/unsubscribe\?token=[\w-]+)>$/;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const RUNNING = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

describe('digests', () => {
  let receiver: MailReceiver;
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let admin: SignedIn;
  let owner: SignedIn;
  let reader: SignedIn;
  let document: TestDocument;
  /** A second node; it starts while the tests of one run. */
  let other: Promise<TestService>;
  /** Until it resolves, the mail server answers nothing to those receivers, and takes nothing for those. */
  let hold = Promise.resolve();
  const [HELD_RECEIVER, HELD_MAIL] = ['receiver.', 'mail.'];
  /** Whose answer was held up so far. */
  const heldUp: string[] = [];

  const env = (): Record<string, string> => ({
    MAIL_URL: receiver.url,
    APP_URL: 'https://app.example.test',
    DIGEST_INTERVAL_SECONDS: '0.05',
    INGESTION_CONCURRENCY: '0',
  });
  beforeAll(async () => {
    const holdUp = async (to: string, prefix: string): Promise<void> => {
      if (!to.startsWith(prefix)) return;
      heldUp.push(to);
      await hold;
    };
    receiver = await startMailReceiver({
      refuse: async (to) => {
        await holdUp(to, HELD_RECEIVER);
        if (to.startsWith('busy.')) return '451 later';
        return to.startsWith('gone.') ? `no mailbox for ${to}` : null;
      },
      before: ([to = '']) => holdUp(to, HELD_MAIL),
    });
    world = await startWorld({ env: env() });
    other = startService({ env: env(), beside: world.service });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin' });
    owner = await world.signIn({ organization, role: 'engineer', team, name: 'Ada <b>Example</b>' });
  });
  beforeEach(async () => {
    document = await world.documents.document(organization, {
      team,
      title: 'Wheels & brakes',
      pages: ['One.', 'Two.'],
    });
    reader = await world.signIn({ organization, role: 'engineer' });
  });
  afterAll(async () => {
    await (await other).stop();
    await world.stop();
    await receiver.stop();
  });

  const share = async (to = reader.user.id, terms: object = {}): Promise<string> => {
    const { status, body, text } = await owner.api.post(`/documents/${document.id}/shares`, {
      recipients: [{ type: 'user', id: to }],
      ...terms,
    });
    if (status !== 201) throw new Error(text);
    return body.data[0].id as string;
  };
  /** Makes the notifications of the users two days old, and their last mail three. */
  const daysPass = async (...userIds: string[]): Promise<void> => {
    const ids = userIds.length === 0 ? [reader.user.id] : userIds;
    await world.sql.query(
      `UPDATE notifications SET created_at = created_at - interval '2 days' WHERE user_id = ANY ($1)`,
      [ids],
    );
    await world.sql.query(
      `UPDATE notification_preferences SET digest_sent_at = digest_sent_at - interval '3 days',
         digest_due_at = digest_due_at - interval '3 days'
       WHERE user_id = ANY ($1)`,
      [ids],
    );
  };
  const makeDue = (...due: SignedIn[]): Promise<unknown> =>
    world.sql.query(`UPDATE notification_preferences SET digest_due_at = now() WHERE user_id = ANY ($1)`, [
      due.map(({ user }) => user.id),
    ]);
  const mailsTo = ({ user }: SignedIn): ReceivedMail[] => receiver.messages.filter(({ to }) => to.includes(user.email));
  const isSent = ({ user }: SignedIn): Promise<unknown> =>
    until(
      () =>
        world.sql.query(`SELECT 1 FROM notification_preferences WHERE user_id = $1 AND digest_sent_at IS NOT NULL`, [
          user.id,
        ]),
      (rows) => rows.length === 1,
    );
  /** Another digest, asked for after all else, has been sent, and none is due or in hand. */
  const lookedAt = async (): Promise<void> => {
    const marker = await world.signIn({ organization, role: 'engineer' });
    await share(marker.user.id);
    await daysPass(marker.user.id);
    await receiver.waitFor(marker.user.email);
    await until(
      () =>
        world.sql.query(
          `SELECT 1 FROM notification_preferences WHERE digest_due_at <= now() OR digest_not_before > now()`,
        ),
      (rows) => rows.length === 0,
    );
  };

  it('tell what is unread, in one mail, with what ends them by one click', async () => {
    await share(reader.user.id, { page_number: 2, message: 'Secret words' });
    await share();
    await daysPass();
    const { subject, text, html, headers } = await receiver.waitFor(reader.user.email);
    expect(subject).toBe('2 new notifications');
    expect(text).toContain(
      `- Ada <b>Example</b> shared “Wheels & brakes”, page 2\n  https://app.example.test/documents/${document.id}?page=2`,
    );
    expect(html).toContain('Ada &lt;b&gt;Example&lt;/b&gt; shared “Wheels &amp; brakes”');
    for (const body of [text, html]) expect(body).not.toContain('Secret words');
    expect(headers['list-unsubscribe']).toMatch(UNSUBSCRIBE);
    expect(headers).toMatchObject({
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    });
    await isSent(reader);
    await daysPass();
    await lookedAt();
    expect(mailsTo(reader)).toHaveLength(1);
    expect(world.service.output()).not.toContain(reader.user.email);
  });

  it('come no sooner than their hour, and one an hour at most', async () => {
    const anHourPasses = async (digestHour: number): Promise<void> => {
      await world.sql.query(`UPDATE notifications SET created_at = created_at - interval '1 hour' WHERE user_id = $1`, [
        reader.user.id,
      ]);
      const changes = { digest: 'hourly', digest_hour: digestHour };
      expect((await reader.api.patch('/users/me/notification-preferences', changes)).status).toBe(200);
    };
    await share();
    await lookedAt();
    expect(mailsTo(reader)).toEqual([]);
    await anHourPasses(1);
    await receiver.waitFor(reader.user.email);
    await isSent(reader);
    await share();
    await anHourPasses(2);
    await lookedAt();
    expect(mailsTo(reader)).toHaveLength(1);
    await world.sql.query(
      `UPDATE notification_preferences SET digest_sent_at = now() - interval '61 minutes' WHERE user_id = $1`,
      [reader.user.id],
    );
    await anHourPasses(3);
    await receiver.waitFor(reader.user.email, /^1 new/);
  });

  it('tell fifty, and how many more there are', async () => {
    await share();
    await world.sql.query(
      `INSERT INTO notifications (id, user_id, kind, document_id, revision_id, awaits_digest)
       SELECT $1 || n, $2, 'revision', $3, $4, true FROM generate_series(1, 60) n`,
      [newId('notification'), reader.user.id, document.id, document.revisionId],
    );
    await daysPass();
    const { subject, text } = await receiver.waitFor(reader.user.email);
    expect(subject).toBe('61 new notifications');
    expect(text.match(/^- /gm)).toHaveLength(50);
    expect(text).toContain('And 11 more.');
    await isSent(reader);
    await daysPass();
    await lookedAt();
    expect(mailsTo(reader)).toHaveLength(1);
  });

  it('tell nothing that was read, or may not be seen any more', async () => {
    const others = [reader];
    const silent = async (end: (share: string) => Promise<unknown>): Promise<void> => {
      const given = await share();
      await end(given);
      await daysPass();
      others.push(reader);
      reader = await world.signIn({ organization, role: 'engineer' });
    };
    await silent(() => reader.api.post('/notifications/read-all'));
    await silent((given) => owner.api.delete(`/shares/${given}`));
    await silent((given) =>
      world.sql.query(`UPDATE document_shares SET expires_at = now() - interval '1 second' WHERE id = $1`, [given]),
    );
    await silent(() => admin.api.post(`/users/${reader.user.id}/suspend`));
    await silent(() => admin.api.delete(`/users/${reader.user.id}`));
    await silent(() => admin.api.delete(`/documents/${document.id}`));
    document = await world.documents.document(organization, { team });
    await lookedAt();
    for (const one of others) expect(mailsTo(one)).toEqual([]);
  });

  it('are retried after the server failed, with the notifications visible by then', async () => {
    reader = await world.signIn({ organization, role: 'engineer', email: 'busy.reader@example.test' });
    const given = await share();
    await daysPass();
    const resting = (): Promise<{ seconds: number }[]> =>
      world.sql.query(
        `SELECT extract(epoch FROM digest_due_at - now())::int AS seconds FROM notification_preferences
         WHERE user_id = $1 AND digest_due_at > now() + interval '5 minutes'`,
        [reader.user.id],
      );
    const [{ seconds } = { seconds: 0 }] = await until(resting, (rows) => rows.length === 1);
    expect(seconds).toBeGreaterThan(840);
    expect((await owner.api.delete(`/shares/${given}`)).status).toBe(204);
    await makeDue(reader);
    await isSent(reader);
    expect(mailsTo(reader)).toEqual([]);
  });

  it('are abandoned for the day when the mailbox does not exist, without delaying others', async () => {
    reader = await world.signIn({ organization, role: 'engineer', email: 'gone.reader@example.test' });
    await share();
    await daysPass();
    await isSent(reader);
    // Either node may have taken it.
    const nodes = [world.service, await other];
    await until(() =>
      nodes.flatMap((node) => node.logs()).some(({ msg }) => msg === 'mail server permanently rejected a digest'),
    );
    for (const node of nodes) expect(node.output()).not.toContain('gone.reader');
    expect((await reader.api.get('/notifications')).body.pagination.total_count).toBe(1);
  });

  describe('end', () => {
    const addressOf = async (): Promise<string> => {
      await share();
      await daysPass();
      const { headers } = await receiver.waitFor(reader.user.email);
      return UNSUBSCRIBE.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    };
    const digest = async (): Promise<string> =>
      (await reader.api.get('/users/me/notification-preferences')).body.data.digest as string;
    const post = (
      address: string,
      body: string | FormData,
      headers: Record<string, string> = FORM,
    ): Promise<Response> => fetch(world.service.baseUrl + address, { method: 'POST', headers, body });

    it('by one click of a mail program, however often, and by nothing less', async () => {
      const address = await addressOf();
      const page = await fetch(world.service.baseUrl + address);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(await page.text()).toContain('name="List-Unsubscribe" value="One-Click"');
      expect((await fetch(world.service.baseUrl + address, { method: 'HEAD' })).status).toBe(200);
      expect(await digest()).toBe('daily');
      for (const body of ['List-Unsubscribe=Perhaps', 'something=else', ''])
        expect([body, (await post(address, body)).status]).toEqual([body, 400]);
      expect((await fetch(world.service.baseUrl + address, { method: 'POST' })).status).toBe(400);
      expect(await digest()).toBe('daily');
      for (let count = 0; count < 2; count += 1)
        expect((await post(address, 'List-Unsubscribe=One-Click')).status).toBe(200);
      expect(await digest()).toBe('off');
      await isSent(reader);
      await share();
      await daysPass();
      await lookedAt();
      expect(mailsTo(reader)).toHaveLength(1);
      expect((await reader.api.get('/notifications/unread-count')).body.data.count).toBe(2);
    });

    it('by a form of several parts as well', async () => {
      const address = await addressOf();
      const form = (field: string, value: string | Blob): FormData => {
        const data = new FormData();
        data.append(field, value);
        return data;
      };
      for (const bad of [
        new FormData(),
        form('List-Unsubscribe', 'Perhaps'),
        form('List-Unsubscribe', new Blob(['One-Click'])),
        form('something', 'One-Click'),
        form('List-Unsubscribe', 'One-Click'.repeat(100_000)),
      ])
        expect((await post(address, bad, {})).status).toBe(400);
      expect(await digest()).toBe('daily');
      expect((await post(address, form('List-Unsubscribe', 'One-Click'), {})).status).toBe(200);
      expect(await digest()).toBe('off');
    });

    it('for nobody else, and by no token that was made up; and the token signs nobody in', async () => {
      const address = await addressOf();
      const token = address.split('token=')[1] ?? '';
      const changed = token.slice(0, -2) + (token.endsWith('A') ? 'BB' : 'AA');
      for (const bad of ['', 'x', changed, reader.user.id, 'A'.repeat(200)])
        for (const method of ['GET', 'POST']) {
          const at = `${world.service.baseUrl}${address.split('=')[0]}=${bad}`;
          const { status } = await fetch(at, {
            method,
            ...(method === 'POST' && { headers: FORM, body: 'List-Unsubscribe=One-Click' }),
          });
          expect([bad, status]).toEqual([bad, 400]);
        }
      expect((await world.api.get('/notifications/unsubscribe')).status).toBe(400);
      expect(await digest()).toBe('daily');
      expect((await world.api.withBearer(token).get('/users/me')).status).toBe(401);
      expect((await world.api.withKey(token).get('/users/me')).status).toBe(401);
      expect(world.service.output()).not.toContain(token);
    });
  });

  it('of two processes that look at the same time come once', async () => {
    await other;
    const readers = await Promise.all(
      Array.from({ length: 8 }, () => world.signIn({ organization, role: 'engineer' })),
    );
    for (const { user } of readers) await share(user.id);
    await daysPass(...readers.map(({ user }) => user.id));
    await lookedAt();
    expect(readers.map((one) => mailsTo(one).length)).toEqual(readers.map(() => 1));
  });

  it('of a process that is killed come from another, and of one that is stopped are finished', async () => {
    const second = await other;
    const person = async (email: string): Promise<SignedIn> => {
      const one = await world.signIn({ organization, role: 'engineer', email: `${email}@example.test` });
      await share(one.user.id);
      return one;
    };
    // The mail has not left; is handed over; has left, and is not noted yet. And one for later.
    const [unsent, between, unnoted] = [
      await person(`${HELD_RECEIVER}one`),
      await person(`${HELD_MAIL}two`),
      await person('three'),
    ];
    const last = await person(`${HELD_MAIL}last`);
    let release = (): void => undefined;
    const holdMails = (): void => void (hold = new Promise((resolve) => (release = resolve)));
    const isHeldUp = ({ user }: SignedIn): Promise<unknown> =>
      until(
        () => Promise.resolve(heldUp),
        (seen) => seen.includes(user.email),
      );
    // A process that stands still may have asked for something just before, which PostgreSQL gets to a moment later.
    const untilNothingRuns = async (): Promise<void> => {
      await setTimeout(500);
      await until(
        () => world.sql.query(RUNNING),
        ({ length }) => length === 0,
      );
    };
    holdMails();
    const three = [unsent, between, unnoted];
    const client = await world.sql.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM notifications WHERE user_id = $1 FOR UPDATE`, [unnoted.user.id]);
      // One process must take all three.
      process.kill(second.pid, 'SIGSTOP');
      await untilNothingRuns();
      await makeDue(...three);
      await Promise.all([isHeldUp(unsent), isHeldUp(between), receiver.waitFor(unnoted.user.email)]);
      await world.service.kill('SIGKILL');
    } finally {
      client.release(true);
      release();
      process.kill(second.pid, 'SIGCONT');
    }
    // What was in hand is free: its process is dead for long enough.
    await makeDue(...three);
    // The process that was killed may have noted this time: its time says nothing of the second mail.
    await until(() => mailsTo(unnoted).length === 2);
    for (const one of three) await isSent(one);
    expect(mailsTo(unsent)).toHaveLength(1);
    expect([1, 2]).toContain(mailsTo(between).length);
    expect(mailsTo(unnoted)).toHaveLength(2);

    holdMails();
    await makeDue(last);
    await isHeldUp(last);
    const end = second.kill('SIGTERM');
    const isOver = await Promise.race([end.then(() => true), setTimeout(1_000, false)]);
    release();
    expect([isOver, await end]).toEqual([false, { code: 0, signal: null }]);
    await isSent(last);
    expect(mailsTo(last)).toHaveLength(1);
  });
});
