import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { DOT } from '../../support/api/access-scenes.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { outbox } from '../../support/service/outbox.js';
import { runScheduledJob } from '../../support/scenes/assignment-scene.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PAGES = ['REMOVE THE WHEEL. Torque 120 Nm on the first pass.', 'INSTALL THE BRAKE UNIT.'];
const reasonOf = ({ status, body }: ApiResponse): [number, unknown] => [status, body?.error?.details.reason];

describe('the way of a discrepancy report', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: { id: string };
  let manager: SignedIn;
  let second: SignedIn;
  let reporter: SignedIn;
  let document: TestDocument;
  let path: string;

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    manager = await world.signIn({ organization, role: 'manager', team });
    second = await world.signIn({ organization, role: 'manager', team });
    reporter = await world.signIn({ organization, team });
  });
  beforeEach(async () => {
    document = await world.documents.document(organization, { pages: PAGES, team });
    path = `/discrepancies/${(await report()).id}`;
  });
  afterAll(() => world.stop());

  const report = async (): Promise<Json> => {
    const quoted = {
      document_id: document.id,
      page_number: 1,
      quote: '120 Nm',
      kind: 'inaccurate',
      description: 'High.',
    };
    return (await reporter.api.post('/discrepancies', quoted)).body.data;
  };
  const shown = async (by = manager): Promise<Json> => (await by.api.get(path)).body.data;
  const activate = async (pages: string[], version = '2'): Promise<string> => {
    const { revisionId } = await world.documents.revision(document, { version, status: 'draft', pages });
    const { status } = await manager.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`);
    expect(status).toBe(200);
    return revisionId;
  };
  const newsOf = async (who: SignedIn): Promise<string[]> =>
    ((await who.api.get('/notifications?kind=discrepancy&limit=100')).body.data as Json[])
      .filter(({ discrepancy_id }) => path.endsWith(discrepancy_id as string))
      .map(({ discrepancy_event }) => discrepancy_event as string);

  it('leads to the author by mail, with the form', async () => {
    await reporter.api.upload(`${path}/pictures`, {}, { content: DOT, name: 'dot.png' });
    const to = `author-${document.id}@example.test`;
    const key = { 'idempotency-key': `send-${document.id}` };
    const sent = await manager.api.post(`${path}/send`, { to }, key);
    expect([sent.status, sent.body.data]).toMatchObject([
      200,
      { status: 'sent', channel: 'mail', contact: to, mail: { to, state: 'queued' } },
    ]);
    const again = await manager.api.post(`${path}/send`, { to }, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const mail = await outbox(world.service.dataDir).waitForMail(to);
    expect(mail.subject).toContain(sent.body.data.id);
    expect(mail.id).toMatch(/^mail_/);
    expect(mail.text).toContain(manager.user.email);
    expect(mail.attachments).toMatchObject([{ name: `${sent.body.data.id}.pdf`, media_type: 'application/pdf' }]);
    expect(Buffer.from(mail.attachments![0]!.base64, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
    const delivered = await until(
      () => shown(),
      (one) => one.mail.state === 'delivered',
    );
    expect(delivered.sent_at).toMatch(/Z$/);
    expect(await outbox(world.service.dataDir).messagesTo(to)).toHaveLength(1);
    expect(await shown(reporter)).toMatchObject({ status: 'sent', contact: null, mail: null });
  });

  it('does not lead to other headers or addresses', async () => {
    expect((await manager.api.post(`${path}/send`, {})).body.error.details.field).toBe('to');
    for (const to of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', 'Author <a@b.test>', '', 'nobody'])
      expect((await manager.api.post(`${path}/send`, { to })).body.error.details.field).toBe('to');
    expect((await shown()).status).toBe('reported');
  });

  it('leads to no more mails than a day allows, sent at once or not', async () => {
    const to = `often-${document.id}@example.test`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => manager.api.post(`${path}/send`, { to })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect([refused.body.error.details.reason, refused.headers.get('retry-after')]).toEqual(['mails', '86400']);
    expect((await manager.api.post(`${path}/send`, { channel: 'form' })).status).toBe(200);
  });

  it('needs a person with a fresh proof of identity to send and to instruct', async () => {
    const acts: [method: string, act: string, body?: Json][] = [
      ['POST', 'send', { channel: 'form' }],
      ['PUT', 'interim-instruction', { text: 'x' }],
      ['POST', 'interim-instruction/approve', { version: 1 }],
      ['DELETE', 'interim-instruction'],
    ];
    const { key } = await world.identity.apiKey(manager.user, { scopes: ['document.manage', 'document.view'] });
    await world.sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [
      second.user.id,
    ]);
    for (const [method, act, body] of acts) {
      expect(reasonOf(await second.api.request(method, `${path}/${act}`, { body }))).toEqual([401, 'step_up_required']);
      const byKey = await world.api.withKey(key).request(method, `${path}/${act}`, { body });
      expect(reasonOf(byKey)).toEqual([403, 'session_required']);
    }
    second = await world.signIn(second.user);
  });

  it('is for managers of the document', async () => {
    const other = await world.signIn({ organization, role: 'manager' });
    await world.sql.query(`UPDATE documents SET access = 'organization' WHERE id = $1`, [document.id]);
    const acts: [string, Json][] = [
      ['send', { channel: 'form' }],
      ['answer', { answer: 'x' }],
      ['close', undefined],
      ['reject', { reason: 'x' }],
      ['reopen', undefined],
      ['interim-instruction/approve', { version: 1 }],
    ];
    for (const [act, body] of acts) {
      expect(reasonOf(await other.api.post(`${path}/${act}`, body))).toEqual([403, 'other_team']);
      expect((await reporter.api.post(`${path}/${act}`, body)).body.error.code).toBe('FORBIDDEN');
      expect((await world.api.post(`${path}/${act}`, body)).status).toBe(401);
    }
    expect(reasonOf(await second.api.post(`${path}/withdraw`))).toEqual([403, 'not_reporter']);
  });

  it('ends with a newer revision, or a rejection', async () => {
    const answered = await manager.api.post(`${path}/answer`, { answer: '100 Nm.', author_reference: 'HS-7' });
    expect(answered.body.data).toMatchObject({ status: 'answered', answer: '100 Nm.', author_reference: 'HS-7' });
    expect(reasonOf(await manager.api.post(`${path}/close`))).toEqual([409, 'no_newer_revision']);
    const draft = await world.documents.revision(document, { version: '1a', status: 'draft' });
    expect(reasonOf(await manager.api.post(`${path}/close`))).toEqual([409, 'no_newer_revision']);
    const revisionId = await activate(['REMOVE THE WHEEL. Torque 100 Nm on the first pass.']);
    const closed = await manager.api.post(`${path}/close`);
    expect(closed.body.data).toMatchObject({
      ...{ status: 'closed', closed_by_revision_id: revisionId, ended_by: manager.user.id },
    });
    expect(draft.revisionId).not.toBe(revisionId);
    expect(reasonOf(await manager.api.post(`${path}/reject`, { reason: 'x' }))).toEqual([409, 'not_open']);
    expect(reasonOf(await manager.api.patch(path, { severity: 'minor' }))).toEqual([409, 'not_open']);
    const page = await reporter.api.get(`/documents/${document.id}/pages/1?revision_id=${document.revisionId}`);
    expect(page.body.data.discrepancies).toEqual([]);
    const reopened = await manager.api.post(`${path}/reopen`);
    expect(reopened.body.data).toMatchObject({ status: 'answered', ended_at: null, closed_by_revision_id: null });
    expect((await manager.api.post(`${path}/reject`, { reason: 'It is right.' })).body.data).toMatchObject({
      ...{ status: 'rejected', rejection_reason: 'It is right.' },
    });
    expect(reasonOf(await reporter.api.post(`${path}/withdraw`))).toEqual([409, 'not_open']);
    expect((await newsOf(reporter)).sort()).toEqual(['answered', 'closed', 'rejected', 'reopened']);
    const rows = await world.sql.query<{ action: string }>(
      `SELECT action FROM audit_records WHERE target_id = $1 ORDER BY id`,
      [path.split('/').at(-1)],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['discrepancy.reported', 'discrepancy.answered', 'discrepancy.closed']),
    );
  });

  it('has one end, even if several are asked for at once', async () => {
    await activate(['REMOVE THE WHEEL.']);
    const ends = await Promise.all([
      manager.api.post(`${path}/close`),
      second.api.post(`${path}/close`),
      manager.api.post(`${path}/reject`, { reason: 'x' }),
      reporter.api.post(`${path}/withdraw`),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { status } = await shown();
    if (status === 'withdrawn') return;
    const both = await Promise.all([manager.api.post(`${path}/reopen`), second.api.post(`${path}/close`)]);
    const last = await shown();
    expect(['reported', 'closed']).toContain(last.status);
    expect(both[0].status).toBe(200);
    expect(last.status === 'closed').toBe(both[1].status === 200);
  });

  it('can have an instruction meanwhile, which two people give', async () => {
    const instruction = `${path}/interim-instruction`;
    const propose = (by: SignedIn, text: string | null): Promise<ApiResponse> =>
      by.api.request('PUT', instruction, { body: { text } });
    const approve = (by: SignedIn, version: number): Promise<ApiResponse> =>
      by.api.post(`${instruction}/approve`, { version });
    expect(reasonOf(await approve(second, 1))).toEqual([409, 'no_instruction']);
    const shownToAll = async (): Promise<unknown> =>
      (await reporter.api.get(`/documents/${document.id}/pages/1`)).body.data.discrepancies[0].interim_instruction;
    const proposed = await propose(manager, 'Use 100 Nm.');
    expect(proposed.body.data).toMatchObject({
      interim_instruction: null,
      instruction_proposal: { text: 'Use 100 Nm.', version: 1, proposed_by: manager.user.id },
    });
    expect(await shown(reporter)).toMatchObject({ interim_instruction: null, instruction_proposal: null });
    expect(reasonOf(await approve(manager, 1))).toEqual([403, 'same_person']);
    await propose(manager, 'Use 90 Nm.');
    expect(reasonOf(await approve(second, 1))).toEqual([409, 'instruction_changed']);
    const third = await world.signIn({ organization, role: 'admin' });
    const both = await Promise.all([approve(second, 2), approve(third, 2)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await shown(reporter)).interim_instruction).toMatchObject({
      ...{ text: 'Use 90 Nm.', proposed_by: manager.user.id },
    });
    expect(await shownToAll()).toBe('Use 90 Nm.');
    expect(reasonOf(await manager.api.delete(instruction))).toEqual([409, 'already_approved']);
    // Nobody alone changes or removes what two people gave.
    const changed = await propose(second, 'Use 80 Nm.');
    expect(changed.body.data).toMatchObject({
      interim_instruction: { text: 'Use 90 Nm.' },
      instruction_proposal: { text: 'Use 80 Nm.', version: 3 },
    });
    expect(await shownToAll()).toBe('Use 90 Nm.');
    const race = await Promise.all([propose(manager, 'Stop work.'), approve(manager, 3)]);
    expect(race[0].status).toBe(200);
    expect((await shown()).instruction_proposal).toMatchObject({ text: 'Stop work.' });
    expect((await manager.api.delete(instruction)).status).toBe(204);
    const kept = await shown();
    expect([kept.instruction_proposal, await shownToAll()]).toEqual([null, kept.interim_instruction.text]);
    const removal = (await propose(manager, null)).body.data.instruction_proposal;
    expect([removal.text, await shownToAll()]).toEqual([null, kept.interim_instruction.text]);
    expect(reasonOf(await approve(manager, removal.version as number))).toEqual([403, 'same_person']);
    expect((await approve(second, removal.version as number)).status).toBe(200);
    expect([(await shown()).interim_instruction, await shownToAll()]).toEqual([null, null]);
    expect(await newsOf(reporter)).toContain('instruction_removed');
    expect(reasonOf(await propose(manager, null))).toEqual([409, 'no_instruction']);
    expect(reasonOf(await manager.api.delete(instruction))).toEqual([409, 'no_instruction']);
  });

  it('is for administrators to approve where nobody else manages the document', async () => {
    const alone = await world.identity.team(organization);
    const only = await world.signIn({ organization, role: 'manager', team: alone });
    const admin = await world.signIn({ organization, role: 'admin' });
    const propose = (by: SignedIn): Promise<ApiResponse> =>
      by.api.request('PUT', `${path}/interim-instruction`, { body: { text: 'Stop work.' } });
    await propose(manager);
    expect([await newsOf(second), await newsOf(admin)]).toEqual([['instruction_proposed', 'reported'], []]);
    await world.sql.query(`UPDATE documents SET team_id = $2 WHERE id = $1`, [document.id, alone.id]);
    expect((await propose(only)).status).toBe(200);
    expect([await newsOf(only), await newsOf(admin)]).toEqual([[], ['instruction_proposed']]);
  });

  it('warns on its original page of a new revision until its quote was sought there', async () => {
    const pages = ['A NEW PAGE.', ...PAGES];
    const { revisionId } = await world.documents.revision(document, { version: '2', status: 'draft', pages });
    for (const [id, status] of [
      [document.revisionId, 'superseded'],
      [revisionId, 'active'],
    ])
      await world.sql.query(`UPDATE document_revisions SET status = $2 WHERE id = $1`, [id, status]);
    await world.sql.query(`UPDATE documents SET current_revision_id = $2 WHERE id = $1`, [document.id, revisionId]);
    const marked = async (revision = revisionId): Promise<Json[][]> => {
      const { body } = await reporter.api.get(`/documents/${document.id}/pages?revision_id=${revision}`);
      return (body.data as { discrepancies: Json[] }[]).map((page): Json[] => page.discrepancies);
    };
    const [first, ...others] = await marked();
    expect([first!.length, first![0]!.start, others]).toEqual([1, null, [[], []]]);
    expect((await marked(document.revisionId)).map(({ length }) => length)).toEqual([1, 0]);
    await world.sql.query(`UPDATE discrepancies SET sought_revision_id = $2 WHERE document_id = $1`, [
      ...[document.id, revisionId],
    ]);
    expect(await marked()).toEqual([[], [], []]);
  });

  it('goes on where its page went, and within words only if it was reported so', async () => {
    const cut = ['A', 'INSTALL, THEN INSTALL.'];
    document = await world.documents.document(organization, { pages: cut, team });
    const within = { document_id: document.id, page_number: 2, quote: 'NSTALL', kind: 'ambiguous', description: 'x' };
    const made = await reporter.api.post('/discrepancies', within);
    expect(made.body.data.location).toMatchObject({ page_number: 2, start: null });
    path = `/discrepancies/${made.body.data.id as string}`;
    const moved = await activate(['A', 'B', 'C', 'INSTALL, AND INSTALL.']);
    const located = await until(
      () => shown(),
      ({ location }) => location?.revision_id === moved,
    );
    expect(located.location).toMatchObject({ page_number: 4, start: null });
    // Not unique in either revision: the page with the same text tells where it is.
    const twice = ['Torque 7 Nm, then 7 Nm.', 'B', 'Torque 7 Nm.'];
    document = await world.documents.document(organization, { pages: twice, team });
    const quoted = { document_id: document.id, page_number: 1, quote: '7 Nm', kind: 'inaccurate', description: 'x' };
    path = `/discrepancies/${(await reporter.api.post('/discrepancies', quoted)).body.data.id as string}`;
    const shifted = await activate(['Torque 7 Nm.', 'A', 'Torque 7 Nm, then 7 Nm.']);
    const found = await until(
      () => shown(),
      ({ location }) => location?.revision_id === shifted,
    );
    expect(found.location).toMatchObject({ page_number: 3, start: 7, end: 11 });
  });

  it('goes on in later revisions while its quote stands there', async () => {
    const moved = await activate(['A NEW FIRST PAGE.', ...PAGES]);
    const located = await until(
      () => shown(),
      ({ location }) => location?.revision_id === moved,
    );
    expect(located.location).toMatchObject({ page_number: 2 });
    const page = await reporter.api.get(`/documents/${document.id}/pages/2`);
    expect(page.body.data.discrepancies).toHaveLength(1);
    // Twice on different pages, so without one place: the nearest page is marked.
    const twice = await activate(['Torque 120 Nm.', 'Nothing.', 'Then torque 120 Nm.'], '3');
    const near = await until(
      () => shown(),
      ({ location }) => location?.revision_id === twice,
    );
    expect(near.location.page_number).toBe(1);
    await activate(['Torque 100 Nm.'], '4');
    const told = await until(
      () => newsOf(manager),
      (news) => news.includes('quote_gone'),
    );
    expect(told.sort()).toEqual(['quote_gone', 'reported']);
    expect(await shown()).toMatchObject({ status: 'reported', location: null });
    const gone = await reporter.api.get(`/documents/${document.id}/pages/1`);
    expect(gone.body.data.discrepancies).toEqual([]);
    // "100 Nm" is no part of "2100 Nm".
    const short = { document_id: document.id, page_number: 1, quote: '100 Nm', kind: 'ambiguous', description: 'x' };
    path = `/discrepancies/${(await reporter.api.post('/discrepancies', short)).body.data.id as string}`;
    await activate(['Torque 2100 Nm.'], '5');
    await until(
      () => newsOf(manager),
      (news) => news.includes('quote_gone'),
    );
  });

  it('tell managers once of each due date that passes while they are open', async () => {
    const overdue = async (who: SignedIn): Promise<number> =>
      (await newsOf(who)).filter((one) => one === 'overdue').length;
    const due = (id: string, date: string): Promise<unknown> =>
      world.sql.query(`UPDATE discrepancies SET due_on = $2 WHERE id = $1`, [id, date]);
    /** Passes the due date of the report; another one shows that the job is done. */
    const pass = async (date: string): Promise<void> => {
      const own = path.split('/').at(-1)!;
      await due(own, date);
      const last = (await report()).id as string;
      await due(last, '2020-01-01');
      await runScheduledJob(world.sql, 'overdue-discrepancies');
      await until(
        () =>
          world.sql.query(
            `SELECT FROM discrepancies WHERE id = ANY($1) AND (overdue_noted_for = due_on OR status = 'rejected')`,
            [[own, last]],
          ),
        ({ length }) => length === 2,
      );
    };
    await pass('2020-01-02');
    await pass('2020-01-02');
    await pass('2020-02-03');
    expect([await overdue(manager), await overdue(reporter)]).toEqual([2, 0]);
    await manager.api.post(`${path}/reject`, { reason: 'The value is right.' });
    await pass('2020-03-04');
    expect(await overdue(manager)).toBe(2);
  });
});
