import { Database } from '../../../src/common/database/database.js';
import { DomainEvents } from '../../../src/common/events/domain-events.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { JobQueue } from '../../../src/integrations/job-queue/job-queue.js';
import { MailRefusedError, type Mail, type Mailer } from '../../../src/integrations/mailer/mailer.js';
import type { DiscrepancyForm } from '../../../src/modules/collaboration/discrepancies/discrepancy-form.service.js';
import { DiscrepancyChanged } from '../../../src/modules/collaboration/discrepancies/discrepancy.events.js';
import { DiscrepancyRepository } from '../../../src/modules/collaboration/discrepancies/discrepancy.repository.js';
import { DiscrepancyMailRepository } from '../../../src/modules/collaboration/discrepancies/mails/discrepancy-mail.repository.js';
import { DiscrepancyMailSender } from '../../../src/modules/collaboration/discrepancies/mails/discrepancy-mail-sender.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { DiscrepancyFactory } from '../../factories/discrepancy.factory.js';
import { DocumentFactory } from '../../factories/document.factory.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

describe('mails with discrepancy reports', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let sender: DiscrepancyMailSender;
  let sent: Mail[];
  let failed: string[];
  let deliver: () => Promise<void>;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 6).initialize();
    const db = new Database(dataSource);
    sql = new TestSql(database.url);
    const events = new DomainEvents(db);
    events.on(DiscrepancyChanged, ({ act }) => {
      failed.push(act);
      return Promise.resolve();
    });
    const mailer = {
      send: async (mail: Mail): Promise<void> => {
        sent.push(mail);
        await deliver();
      },
    } as Mailer;
    const form = { draw: () => Promise.resolve(Buffer.from('%PDF-')) } as unknown as DiscrepancyForm;
    const [mails, reports] = [new DiscrepancyMailRepository(db), new DiscrepancyRepository(db)];
    sender = new DiscrepancyMailSender(mails, reports, form, mailer, {} as JobQueue, events, db);
    stop = async () => {
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    };
  });
  beforeEach(() => {
    [sent, failed] = [[], []];
    deliver = () => new Promise((resolve) => setTimeout(resolve, 50));
  });
  afterAll(() => stop());

  /** Queued long enough for a second attempt. */
  const queued = async (age = '1 hour'): Promise<string> => {
    const identity = new IdentityFactory(sql);
    const organization = await identity.organization();
    const reporter = await identity.user({ organization });
    const document = await new DocumentFactory(sql).document(organization);
    const { id: discrepancy_id } = await new DiscrepancyFactory(sql).report(document, reporter, { status: 'sent' });
    const id = newId('discrepancy_mail');
    const about = { id, organization_id: organization.id, discrepancy_id, sent_by: reporter.id };
    await sql.insert('discrepancy_mails', { ...about, recipient: 'author@example.test', state: 'queued' });
    await sql.query(`UPDATE discrepancy_mails SET created_at = now() - $2::interval WHERE id = $1`, [id, age]);
    return id;
  };
  const stateOf = async (id: string): Promise<unknown[]> => {
    const [row] = await sql.query(`SELECT state, claimed_until FROM discrepancy_mails WHERE id = $1`, [id]);
    return [row!.state, row!.claimed_until];
  };

  it('are sent by one of several processes, under an id that a repetition keeps', async () => {
    const id = await queued();
    await Promise.all([sender.run(), sender.run(), sender.run()]);
    expect(sent.map((mail) => mail.id)).toEqual([id]);
    expect([await stateOf(id), failed]).toEqual([['delivered', null], []]);
  });

  it('are tried again after a failure, and when their process died', async () => {
    const id = await queued();
    deliver = () => Promise.reject(new Error('no server'));
    await sender.run();
    expect(await stateOf(id)).toEqual(['queued', null]);
    await sql.query(`UPDATE discrepancy_mails SET claimed_until = now() + interval '1 minute' WHERE id = $1`, [id]);
    await sender.run();
    expect(sent).toHaveLength(1);
    await sql.query(`UPDATE discrepancy_mails SET claimed_until = now() - interval '1 second' WHERE id = $1`, [id]);
    deliver = () => Promise.resolve();
    await sender.run();
    expect([await stateOf(id), sent.length, failed]).toEqual([['delivered', null], 2, []]);
  });

  it.each<[string, string, number]>([
    ['refused', '1 hour', 1],
    ['too old', '2 days', 0],
  ])('tell once that they failed for good: %s', async (_why, age, attempts) => {
    const id = await queued(age);
    deliver = () => Promise.reject(new MailRefusedError('UPSTREAM_ERROR', 'refused'));
    await Promise.all([sender.run(), sender.run()]);
    expect([await stateOf(id), sent.length, failed]).toEqual([['failed', null], attempts, ['mail_failed']]);
  });
});
