import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { manualFields } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const outcome = ({ status, body }: ApiResponse): unknown[] => [
  status,
  body.error?.details.reason ?? body.data?.id,
  body.error?.details.document_id,
];

describe('a file that exists already', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const upload = (content: string, fields: Record<string, string> = {}, { api } = admin): Promise<ApiResponse> =>
    api.upload('/documents', manualFields(fields), { content, name: 'manual.txt' });
  const revise = (id: unknown, content: string, fields: Record<string, string>): Promise<ApiResponse> =>
    admin.api.upload(`/documents/${String(id)}/revisions`, fields, { content, name: 'manual.txt' });
  const filed = async (content: string, fields?: Record<string, string>): Promise<Json> => {
    const { status, body, text } = await upload(content, fields);
    if (status !== 202) throw new Error(text);
    return body.data;
  };
  const revisionsOf = async (id: unknown): Promise<Json[]> =>
    (await admin.api.get(`/documents/${String(id)}/revisions`)).body.data as Json[];

  it('is refused with its document by default', async () => {
    const first = await filed('The zinc plug gets 11 Nm.');
    const attempts: Record<string, string>[] = [{}, { title: 'Another', version: 'Rev 9' }, { on_duplicate: 'error' }];
    for (const fields of attempts) {
      const response = await upload('The zinc plug gets 11 Nm.', fields);
      expect(outcome(response)).toEqual([409, 'duplicate_content', first.id]);
      expect(response.body.error.details).toMatchObject({ revision_id: first.revision.id, status: 'active' });
    }
    expect((await upload('The zinc plug gets 12 Nm.')).status).toBe(202);
    expect(outcome(await upload('x', { on_duplicate: 'replace' }))[0]).toBe(400);
  });

  it('is not filed again with skip', async () => {
    const first = await filed('The tin plug gets 13 Nm.');
    const response = await upload('The tin plug gets 13 Nm.', { on_duplicate: 'skip', title: 'Another' });
    expect(outcome(response)).toEqual([202, first.id, undefined]);
    expect(response.body.meta.warnings).toEqual([
      expect.stringContaining(`revision Rev 4 (active) of document ${first.id}`),
    ]);
    expect(await revisionsOf(first.id)).toHaveLength(1);
    const content = await admin.api.get(`/documents/${first.id}/content`);
    expect([content.status, content.text]).toEqual([200, 'The tin plug gets 13 Nm.']);
  });

  it('becomes a draft of its document with revision', async () => {
    const first = await filed('The lead plug gets 14 Nm.', { version: '1' });
    const again = await upload('The lead plug gets 14 Nm.', { on_duplicate: 'revision', version: '2' });
    expect(outcome(again)).toEqual([202, first.id, undefined]);
    expect((await revisionsOf(first.id)).map(({ version, status }) => [version, status] as unknown[])).toEqual([
      ['2', 'draft'],
      ['1', 'active'],
    ]);
    const same = await upload('The lead plug gets 14 Nm.', { on_duplicate: 'revision', version: '2' });
    expect(outcome(same).slice(0, 2)).toEqual([409, 'version_exists']);
  });

  it('is refused as a revision too, of the same and of another document', async () => {
    const [first, other] = [await filed('The gold plug gets 15 Nm.'), await filed('The gold pin gets 16 Nm.')];
    const old = await revise(first.id, 'The gold plug gets 15 Nm.', { version: 'Rev 5' });
    expect(outcome(old)).toEqual([409, 'duplicate_content', first.id]);
    const foreign = await revise(first.id, 'The gold pin gets 16 Nm.', { version: 'Rev 5', on_duplicate: 'skip' });
    expect(outcome(foreign)).toEqual([409, 'duplicate_content', other.id]);
    const skipped = await revise(first.id, 'The gold plug gets 15 Nm.', { version: 'Rev 5', on_duplicate: 'skip' });
    expect(outcome(skipped).slice(0, 2)).toEqual([202, first.revision.id]);
    // The same import again.
    const again = await revise(first.id, 'The gold plug gets 15 Nm.', { version: 'Rev 4', on_duplicate: 'skip' });
    expect(outcome(again).slice(0, 2)).toEqual([202, first.revision.id]);
    const filedAgain = await revise(first.id, 'The gold plug gets 15 Nm.', {
      version: 'Rev 5',
      on_duplicate: 'revision',
    });
    expect([filedAgain.status, filedAgain.body.data.status]).toEqual([202, 'draft']);
  });

  it('is that of the document in question, although another has it since', async () => {
    const [first, other] = [await filed('The neon plug gets 22 Nm.'), await filed('The neon pin gets 23 Nm.')];
    const later = { version: 'Rev 5', on_duplicate: 'revision' };
    expect((await revise(other.id, 'The neon plug gets 22 Nm.', later)).status).toBe(202);
    const skipped = await revise(first.id, 'The neon plug gets 22 Nm.', { version: 'Rev 6', on_duplicate: 'skip' });
    expect(outcome(skipped).slice(0, 2)).toEqual([202, first.revision.id]);
  });

  it('is filed without a deadlock by uploads and revisions at the same time', async () => {
    const { id } = await filed('The xenon plug gets 24 Nm.');
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0
          ? upload('The xenon plug gets 24 Nm.', { on_duplicate: 'revision', version: `A${n}` })
          : revise(id, 'The xenon plug gets 24 Nm.', { on_duplicate: 'skip', version: `B${n}` }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 202));
    expect(await revisionsOf(id)).toHaveLength(7);
  });

  it('says nothing of documents that the caller cannot see', async () => {
    const organization = { id: admin.user.organizationId };
    const [own, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const manager = await world.signIn({ organization, role: 'manager', team: own });
    await filed('The iron plug gets 17 Nm.', { access: 'team', team_id: other.id });
    expect((await upload('The iron plug gets 17 Nm.', { access: 'team', team_id: own.id }, manager)).status).toBe(202);
    const stranger = await world.signIn({ role: 'admin' });
    expect((await upload('The iron plug gets 17 Nm.', {}, stranger)).status).toBe(202);
    // A draft of a document that the manager can see, but not manage.
    const open = await filed('The iron pin gets 18 Nm.');
    expect((await revise(open.id, 'The iron pin gets 19 Nm.', { version: 'Rev 5' })).status).toBe(202);
    expect((await upload('The iron pin gets 19 Nm.', { access: 'team', team_id: own.id }, manager)).status).toBe(202);
    // A visible one that the manager cannot add a revision to.
    const refused = await upload('The iron pin gets 18 Nm.', { team_id: own.id, on_duplicate: 'revision' }, manager);
    expect(outcome(refused)).toEqual([409, 'duplicate_content', open.id]);
  });

  it('can be filed again when its document is deleted', async () => {
    const first = await filed('The iron nut gets 20 Nm.');
    await admin.api.delete(`/documents/${first.id}`);
    expect((await upload('The iron nut gets 20 Nm.')).status).toBe(202);
  });

  it('is filed once by uploads at the same time, and again under their idempotency key', async () => {
    const content = 'The iron bolt gets 21 Nm.';
    const responses = await Promise.all(Array.from({ length: 8 }, () => upload(content)));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
    const keyed = (): Promise<ApiResponse> =>
      admin.api.upload(
        '/documents',
        manualFields(),
        { content: `${content}!`, name: 'manual.txt' },
        { 'idempotency-key': 'bolt' },
      );
    const [first, second] = [await keyed(), await keyed()];
    expect([second.status, second.body.data.id]).toEqual([202, first.body.data.id]);
  });
});
