import { randomUUID } from 'node:crypto';
import type { Role } from '../../../src/common/principal/permissions.js';
import type { Json } from '../../support/api/api-client.js';
import { manualFields, readyManual, untilRead } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import {
  askingBody,
  everywhere,
  GUARDED,
  lookEverywhere,
  type GuardedScene,
  type Looker,
} from '../../support/scenes/visibility-paths.js';

interface Person extends Looker, SignedIn {}

describe('what is seen of a document of another team', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let organization: { id: string };
  let team: { id: string };
  let otherTeam: { id: string };
  let scene: GuardedScene;

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    organization = { id: admin.user.organizationId };
    [team, otherTeam] = [await world.identity.team(organization), await world.identity.team(organization)];
    const common = { document_type: 'SB', aircraft_type: 'TR46' };
    const text = 'SB 72-0099: this bulletin changes SB 72-0045.\n\nTighten the zirconium sleeve to 47 Nm.';
    const guarded = { ...common, title: GUARDED.title, document_number: 'SB 72-0099', revision_date: '2026-03-01' };
    const document = await readyManual(admin.api, text, { ...guarded, access: 'team', team_id: team.id });
    const next = await admin.api.upload(
      `/documents/${document.id}/revisions`,
      { version: 'Rev 5', on_duplicate: 'revision' },
      { content: text },
    );
    const draft = `/documents/${document.id}/revisions/${next.body.data.id}`;
    await untilReady(draft);
    await admin.api.post(`${draft}/activate`);
    const neighbour = await readyManual(admin.api, 'Charge the strut with nitrogen.', {
      ...manualFields({ ...common, title: 'Struts', document_number: 'SB 72-0045', revision_date: '2026-01-01' }),
    });
    scene = { document, revisions: [document.revision.id as string, next.body.data.id as string], neighbour };
  });
  afterAll(() => world.stop());

  async function untilReady(revision: string): Promise<void> {
    const api = { get: () => admin.api.get(revision) } as unknown as typeof admin.api;
    await untilRead(api, '');
  }

  /** A user with a conversation from when they saw the document, by a share that has since been deleted. */
  const person = async (member: { id: string } | null, role: Role = 'manager'): Promise<Person> => {
    const signedIn = await world.signIn({ organization, team: member, role });
    const early = await share(admin, signedIn.user);
    const key = randomUUID();
    const { body } = await signedIn.api.post('/chat/sessions', askingBody, { 'idempotency-key': key });
    expect(body.data.messages[1].content).toContain(GUARDED.quote);
    expect((await admin.api.delete(`/shares/${early}`)).status).toBe(204);
    return { ...signedIn, chat: { sessionId: body.data.session_id as string, key } };
  };
  const share = async ({ api }: SignedIn, { id }: { id: string }): Promise<string> => {
    const recipients = [{ type: id.startsWith('team_') ? 'team' : 'user', id }];
    const { status, body, text } = await api.post(`/documents/${scene.document.id}/shares`, { recipients });
    if (status !== 201) throw new Error(text);
    return body.data[0].id as string;
  };
  const end = async ({ api }: SignedIn, id: string): Promise<void> => {
    expect((await api.delete(`/shares/${id}`)).status).toBe(204);
  };
  const move = async ({ user }: Person, member: { id: string } | null): Promise<void> => {
    const { status } = await admin.api.patch(`/users/${user.id}`, { team_id: member?.id ?? null });
    expect(status).toBe(200);
  };
  const received = async ({ api }: SignedIn): Promise<string[]> => {
    const { data, pagination } = (await api.get('/shares/received')).body;
    expect(pagination.total_count).toBe(data.length);
    return (data as Json[]).map(({ id }) => id as string);
  };
  const expectSeen = async (looker: Person, shares: string[] = []): Promise<void> => {
    expect(await lookEverywhere(looker, scene)).toEqual(everywhere('seen'));
    expect(await received(looker)).toEqual(shares);
    for (const id of shares) expect((await looker.api.get(`/shares/${id}`)).status).toBe(200);
  };
  const expectHidden = async (looker: Person, ended: string[] = []): Promise<void> => {
    expect(await lookEverywhere(looker, scene)).toEqual(everywhere('hidden'));
    expect(await received(looker)).toEqual([]);
    for (const id of ended) expect((await looker.api.get(`/shares/${id}`)).status).toBe(404);
  };

  it('is everything to the team, and nothing to others', async () => {
    await expectSeen(await person(team));
    await expectHidden(await person(otherTeam));
    await expectHidden(await person(null));
  });

  it('is nothing to another organization', async () => {
    const stranger = await world.signIn({ role: 'admin' });
    const { body } = await stranger.api.post('/chat/sessions', askingBody);
    const { id } = scene.document;
    for (const path of ['', '/pages/1', '/content', '/shares', '/access'])
      expect((await stranger.api.get(`/documents/${id}${path}`)).status).toBe(404);
    expect(body.data.messages[1].answer_status).toBe('refused');
    expect(await received(stranger)).toEqual([]);
  });

  it('is everything while it is shared with somebody, and nothing at once when that ends or runs out', async () => {
    const reader = await person(otherTeam);
    const id = await share(admin, reader.user);
    await expectSeen(reader, [id]);
    const expire = (at: string) => world.sql.query(`UPDATE document_shares SET expires_at = ${at} WHERE id = $1`, [id]);
    await expire('now()');
    await expectHidden(reader, [id]);
    await expire(`now() + interval '1 hour'`);
    await expectSeen(reader, [id]);
    await end(admin, id);
    await expectHidden(reader, [id]);
  });

  it('is everything while it is shared with their team, and as long as that is theirs', async () => {
    const reader = await person(otherTeam);
    const id = await share(admin, otherTeam);
    await expectSeen(reader, [id]);
    await move(reader, null);
    await expectHidden(reader, [id]);
    await move(reader, otherTeam);
    await expectSeen(reader, [id]);
    await end(admin, id);
    await expectHidden(reader, [id]);
  });

  it('goes with the share by whose right it was passed on', async () => {
    const [first, second, third] = [await person(null), await person(null), await person(null)];
    const source = await share(admin, first.user);
    const passedOn = await share(first, second.user);
    const further = await share(second, third.user);
    await expectSeen(third, [further]);
    await end(admin, source);
    for (const [reader, id] of [
      [first, source],
      [second, passedOn],
      [third, further],
    ] as const)
      await expectHidden(reader, [id]);
  });

  it('goes from whom a member of a team passed it on to, when that leaves the team', async () => {
    const [member, reader] = [await person(otherTeam), await person(null)];
    const source = await share(admin, otherTeam);
    const passedOn = await share(member, reader.user);
    await expectSeen(reader, [passedOn]);
    await move(member, null);
    await expectHidden(reader, [passedOn]);
    await end(admin, source);
  });

  it('goes from whom somebody passed it on to who is removed', async () => {
    const [sharer, reader] = [await person(null), await person(null)];
    await share(admin, sharer.user);
    const passedOn = await share(sharer, reader.user);
    expect((await admin.api.delete(`/users/${sharer.user.id}`)).status).toBe(204);
    await expectHidden(reader, [passedOn]);
  });

  it('is nothing to somebody who is suspended, and what it was once they are not', async () => {
    const reader = await person(null);
    const id = await share(admin, reader.user);
    expect((await admin.api.post(`/users/${reader.user.id}/suspend`)).status).toBe(200);
    for (const path of ['/documents', `/documents/${scene.document.id}`, '/shares/received'])
      expect((await reader.api.get(path)).status).toBe(401);
    expect((await admin.api.post(`/users/${reader.user.id}/reactivate`)).status).toBe(200);
    const again = await world.signIn(reader.user);
    await expectSeen({ ...reader, ...again }, [id]);
  });

  it('is no draft, and nothing to change', async () => {
    const reader = await person(otherTeam);
    await share(admin, reader.user);
    const path = `/documents/${scene.document.id}`;
    const { body } = await admin.api.upload(`${path}/revisions`, { version: 'Rev 6' }, { content: 'Draft.' });
    expect((await reader.api.get(`${path}/revisions/${body.data.id}`)).status).toBe(404);
    for (const response of [await reader.api.patch(path, { title: 'Mine' }), await reader.api.delete(path)])
      expect([response.status, response.body.error.details.reason]).toEqual([403, 'other_team']);
    expect((await admin.api.delete(`${path}/revisions/${body.data.id}`)).status).toBe(204);
  });

  it('goes with the document', async () => {
    const reader = await person(null);
    const id = await share(admin, reader.user);
    await expectSeen(reader, [id]);
    expect((await admin.api.delete(`/documents/${scene.document.id}`)).status).toBe(204);
    await expectHidden(reader, [id]);
    expect((await admin.api.get(`/shares/${id}`)).status).toBe(404);
  });
});
