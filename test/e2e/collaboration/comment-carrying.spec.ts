import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { FIRST, SECOND, STANDING_CASES } from '../../support/manuals/carried-pages.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Position of words on a page, in the form of a response. */
function at(pages: string[], page: number, words: string): number[] {
  const start = pages[page - 1]!.indexOf(words);
  if (start === -1) throw new Error(`${words} is not on page ${page}`);
  return [page, start, start + words.length];
}

/** Threads that the service looks for together. */
const BATCH = 500;

describe('comments on later revisions', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let author: SignedIn;

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    author = await world.signIn({ organization });
  });
  afterAll(() => world.stop());

  async function say(document: TestDocument, body: object): Promise<string> {
    const answer = await author.api.post(`/documents/${document.id}/comments`, { body: 'x', ...body });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.data.id as string;
  }
  async function draftOf(document: TestDocument, version: string, pages: string[]): Promise<string> {
    return (await world.documents.revision(document, { version, status: 'draft', pages })).revisionId;
  }
  async function activate(document: TestDocument, revisionId: string): Promise<void> {
    const { status } = await admin.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`);
    expect(status).toBe(200);
  }
  const untilCarried = () =>
    until(
      () => world.sql.query<{ revision_id: string }>('SELECT revision_id FROM comment_carries'),
      (left) => left.length === 0,
    );
  /** Position of each comment in a revision; `outdated`, or null where it was made. */
  async function standing(document: TestDocument, query = ''): Promise<Record<string, unknown>> {
    const items = await author.api.listAll(`/documents/${document.id}/comments?${query}`);
    return Object.fromEntries(
      items.map(({ id, outdated, carried_to: to }: Json) => [
        id,
        outdated ? 'outdated' : to === null ? null : [to.page_number, to.start, to.end],
      ]),
    ) as Record<string, unknown>;
  }

  it('stand where their quote does, or their page, and are outdated where that is not clear', async () => {
    const document = await world.documents.document(organization, { pages: FIRST });
    const quoted = (page_number: number, quote: string, more: object = {}) =>
      say(document, { page_number, quote, ...more });
    const same = await quoted(1, 'axle nut to 120 Nm');
    const changed = await quoted(1, 'washer AN960-416');
    const moved = await quoted(2, 'Drain the tank completely');
    const filter = await quoted(3, 'Clean the filter', { visibility: 'private' });
    const several = await quoted(3, 'Clean the seal');
    const gone = await quoted(4, 'Grease the pin');
    const reply = await say(document, { page_number: 2, parent_id: moved });
    const bare = await say(document, { page_number: 6 });
    const bareChanged = await say(document, { page_number: 4 });
    const bareEmpty = await say(document, { page_number: 5 });
    const all = [same, changed, moved, filter, several, gone, reply, bare, bareChanged, bareEmpty];
    const nowhere = Object.fromEntries(all.map((id) => [id, null]));
    expect(await standing(document)).toEqual(nowhere);

    const second = await draftOf(document, '2', SECOND);
    await activate(document, second);
    await untilCarried();
    const tank = at(SECOND, 3, 'Drain the tank com-\npletely');
    const [, start, end] = tank;
    const now = await standing(document);
    expect(now).toEqual({
      ...{ [same]: at(SECOND, 1, 'axle\nnut to 120 Nm'), [changed]: 'outdated', [moved]: tank, [reply]: tank },
      // The filter's own position, not those of other comments; an empty page matches nothing.
      ...{ [filter]: at(SECOND, 2, 'Clean the filter'), [several]: at(SECOND, 2, 'Clean the seal') },
      ...{ [gone]: 'outdated', [bare]: [7, null, null], [bareChanged]: 'outdated', [bareEmpty]: 'outdated' },
    });
    const { body } = await author.api.get(`/comments/${moved}`);
    expect(body.data).toMatchObject({
      ...{ revision_id: document.revisionId, page_number: 2, outdated: false },
      carried_to: { revision_id: second, page_number: 3, start, end },
    });
    const { body: text } = await author.api.get(`/documents/${document.id}/pages/3`);
    expect((text.data.text as string).slice(start, end)).toBe('Drain the tank com-\npletely');
    // By the page where they stand.
    expect(Object.keys(await standing(document, 'page_number=3')).sort()).toEqual([moved, reply].sort());
    expect(Object.keys(await standing(document, 'page_number=2')).sort()).toEqual([filter, several].sort());
    const outdated = all.filter((id) => now[id] === 'outdated').sort();
    expect(Object.keys(await standing(document, 'outdated=true')).sort()).toEqual(outdated);
    expect(Object.keys(await standing(document, 'outdated=false'))).toHaveLength(all.length - outdated.length);
    // In the revision that they were made on they are what they were.
    expect(await standing(document, `revision_id=${document.revisionId}`)).toEqual(nowhere);
    // Others see nothing of the private one there either.
    expect((await admin.api.get(`/comments/${filter}`)).status).toBe(404);

    // Made on the old revision now: nothing is claimed until they were looked for.
    const late = await author.api.post(`/documents/${document.id}/comments`, {
      ...{ body: 'x', page_number: 1, quote: 'washer AN960-416', revision_id: document.revisionId },
    });
    expect(late.body.data).toMatchObject({ outdated: true, carried_to: null });
    const lateMoved = await quoted(6, 'Charge the battery', { revision_id: document.revisionId });
    await untilCarried();
    const battery = at(SECOND, 7, 'Charge the battery');
    expect(await standing(document)).toMatchObject({ [late.body.data.id]: 'outdated', [lateMoved]: battery });
    const onNew = await quoted(6, 'Check the oil');

    // What comes back is found again, from where it was made.
    const third = await draftOf(document, '3', FIRST.with(4, 'Check the oil. Check the oil.'));
    await activate(document, third);
    await untilCarried();
    expect(await standing(document)).toMatchObject({
      ...{ [same]: at(FIRST, 1, 'axle nut to 120 Nm'), [changed]: at(FIRST, 1, 'washer AN960-416') },
      ...{ [moved]: at(FIRST, 2, 'Drain the tank completely'), [several]: at(FIRST, 3, 'Clean the seal') },
      ...{ [gone]: at(FIRST, 4, 'Grease the pin'), [bareChanged]: [4, null, null] },
      ...{ [bareEmpty]: 'outdated', [onNew]: 'outdated' },
    });
    // Neither the empty place of a deleted comment nor its replies show its position.
    expect((await author.api.delete(`/comments/${moved}`)).status).toBe(204);
    expect(await standing(document)).toMatchObject({ [moved]: [2, null, null], [reply]: [2, null, null] });
    await activate(document, await draftOf(document, '4', [...FIRST.slice(0, 5), SECOND[5]!]));
    await untilCarried();
    expect(await standing(document)).toMatchObject({ [onNew]: [6, null, null], [bare]: 'outdated' });
  });

  it('are never beside words that they were not made for', async () => {
    const shown: Record<string, unknown> = {};
    const made = await Promise.all(
      STANDING_CASES.map(async ([name, first, page_number, quote, second]) => {
        const document = await world.documents.document(organization, { pages: first });
        const id = await say(document, { page_number, ...(quote !== null && { quote }) });
        return { name, document, id, second, next: await draftOf(document, '2', second) };
      }),
    );
    for (const { document, next } of made) await activate(document, next);
    await untilCarried();
    for (const { name, document, id, second } of made) {
      const place = (await standing(document))[id];
      const [page, start, end] = Array.isArray(place) ? (place as number[]) : [];
      shown[name] = page ? [page, start === null ? null : second[page - 1]!.slice(start, end)] : place;
    }
    expect(shown).toEqual(Object.fromEntries(STANDING_CASES.map(([name, , , , , then]) => [name, then])));
  });

  it('are all on the new revision, or carried to it, when they are made while it is activated', async () => {
    const document = await world.documents.document(organization, { pages: FIRST });
    const second = await draftOf(document, '2', SECOND);
    let isActivating = true;
    const made: string[] = [];
    const talk = async (): Promise<void> => {
      while (isActivating) made.push(await say(document, { page_number: 1, quote: 'Torque the axle nut' }));
      made.push(await say(document, { page_number: 1, quote: 'Torque the axle nut' }));
    };
    const talks = [talk(), talk(), talk(), talk()];
    await until(() => made.length >= 20);
    await activate(document, second);
    isActivating = false;
    await Promise.all(talks);
    // Many comments on the old revision at once: those created during a batch are carried as well.
    const late = { page_number: 1, quote: 'Torque the axle nut', revision_id: document.revisionId };
    made.push(...(await Promise.all(Array.from({ length: 40 }, () => say(document, late)))));
    await untilCarried();
    const now = await standing(document);
    expect(Object.keys(now)).toHaveLength(made.length);
    expect(Object.values(now)).not.toContain('outdated');
    expect(Object.values(now).filter((place) => place !== null).length).toBeGreaterThanOrEqual(20);
  });

  it('are all carried though the service is killed between two batches, and within one', async () => {
    const document = await world.documents.document(organization, { pages: FIRST });
    await world.sql.query(
      `INSERT INTO comments (id, organization_id, document_id, revision_id, page_number, user_id, body, quote, visibility)
       SELECT 'comment_' || lpad(n::text, 26, '0'), $1, $2, $3, 1, $4, 'x', 'axle nut to 120 Nm', 'public'
       FROM generate_series(1, ${3 * BATCH}) n`,
      [organization.id, document.id, document.revisionId, author.user.id],
    );
    // Deleted a month ago: where it stood is forgotten with what it said.
    const over = await say(document, { page_number: 1, quote: 'axle nut to 120 Nm' });
    await say(document, { page_number: 1, parent_id: over });
    await author.api.delete(`/comments/${over}`);
    await world.sql.query(`UPDATE comments SET deleted_at = now() - interval '31 days' WHERE id = $1`, [over]);
    const second = await draftOf(document, '2', SECOND);
    await world.sql.query(`INSERT INTO comment_places VALUES ($1, $2, 1, 0, 9)`, [over, second]);
    const places = async (): Promise<number> =>
      (
        await world.sql.query(`SELECT 1 FROM comment_places WHERE revision_id = $1 AND comment_id <> $2`, [
          second,
          over,
        ])
      ).length;
    // The second batch blocks on one of its comments, in the middle of its transaction.
    const holder = await world.sql.connect();
    await holder.query('BEGIN');
    await holder.query(
      `SELECT 1 FROM comments WHERE id =
         (SELECT id FROM comments WHERE document_id = $1 ORDER BY id OFFSET ${BATCH + 100} LIMIT 1) FOR UPDATE`,
      [document.id],
    );
    await activate(document, second);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO comment_places%'`;
    await until(
      () => world.sql.query(waiting),
      (rows) => rows.length > 0,
    );
    expect(await places()).toBe(BATCH);
    await world.service.kill('SIGKILL');
    expect(await places()).toBe(BATCH);
    await holder.query('ROLLBACK');
    holder.release();
    expect(await world.sql.query(`SELECT 1 FROM comment_carries WHERE from_id <> ''`)).toHaveLength(1);
    await world.service.restart();
    await untilCarried();
    expect(await places()).toBe(3 * BATCH);
    await until(
      () => world.sql.query(`SELECT 1 FROM comment_places WHERE comment_id = $1`, [over]),
      (left) => left.length === 0,
    );
    expect(
      await world.sql.query(`SELECT DISTINCT page_number, start_offset FROM comment_places WHERE revision_id = $1`, [
        second,
      ]),
    ).toEqual([{ page_number: 1, start_offset: SECOND[0]!.indexOf('axle') }]);
  });
});
