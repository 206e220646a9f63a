import { paginate } from '../../../sdk/src/index.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { Json } from '../../support/api/api-client.js';
import { collect } from '../../support/collect.js';
import { errorOf } from '../../support/manuals/manual.js';
import { fieldsOf } from '../../support/api/shapes.js';
import { inHours, ShareScene } from '../../support/scenes/share-scene.js';
import type { SignedIn } from '../../support/service/test-world.js';
import { describeAccess } from './shares/access.cases.js';
import { describePassingOn } from './shares/passing-on.cases.js';
import { describeRecords } from './shares/records.cases.js';

const SHARE_FIELDS = [
  ...['created_at', 'document_id', 'expires_at', 'id', 'message', 'page_number', 'permission', 'recipient'],
  'shared_by',
];

describe('sharing a document', () => {
  const scene = new ShareScene();
  beforeAll(() => scene.start());
  beforeEach(() => scene.renew());
  afterAll(() => scene.world.stop());

  it('makes one share a recipient, in their order, each as it is got and listed', async () => {
    const { otherTeam, admin, owner, reader, document, recipientOf, post } = scene;
    const expires_at = inHours(2);
    const terms = { permission: 'comment', message: 'See the note.', page_number: 2, expires_at };
    const { status, body } = await post(owner, { recipients: [otherTeam, reader].map(recipientOf), ...terms });
    expect(status).toBe(201);
    const shares = body.data as Json[];
    expect(shares.map((one): unknown => one.recipient)).toEqual([
      { type: 'team', id: otherTeam.id, name: otherTeam.name },
      { type: 'user', id: reader.user.id, name: reader.user.name },
    ]);
    for (const one of shares) {
      expect(fieldsOf(one)).toEqual(SHARE_FIELDS);
      expect(one).toMatchObject({ ...terms, document_id: document, shared_by: owner.user.id });
      const got = await reader.api.get(`/shares/${one.id}`);
      expect(one.recipient.type === 'user' ? got.body.data : null).toEqual(one.recipient.type === 'user' ? one : null);
      expect((await owner.api.get(`/shares/${one.id}`)).body.data).toEqual(one);
    }
    const params = { path: { id: document }, query: { limit: 1 } };
    expect(await collect(paginate(scene.world.sdk(owner), '/documents/{id}/shares', { params }))).toEqual(
      [...shares].sort((a, b) => ((a.id as string) < (b.id as string) ? 1 : -1)),
    );
    const { data: shown } = await scene.world.sdk(admin).GET('/documents/{id}', { params: { path: params.path } });
    const { title } = shown;
    const given = shares[1];
    expect((await scene.world.sdk(reader).GET('/shares/received')).data).toEqual([
      { ...given, document: { id: document, title }, sharer: { id: owner.user.id, name: owner.user.name } },
    ]);
  });

  it('keeps the lines of a message, with any line ends', async () => {
    const { owner, reader, share } = scene;
    const one = await share(owner, reader, { message: 'See page 2:\r\n\tthe sealant 👩‍🔧. \n' });
    expect(one.message).toBe('See page 2:\n\tthe sealant 👩‍🔧.');
  });

  it('is for viewing unless said otherwise, without end, message and page', async () => {
    const { owner, reader, share } = scene;
    expect(await share(owner, reader)).toMatchObject({
      ...{ permission: 'view', message: null, page_number: null, expires_at: null },
    });
  });

  it('needs credentials, the permission, and a document that one sees', async () => {
    const { world, organization, team, admin, owner, reader, second, stranger, document, share, refusal } = scene;
    const viewer = await world.signIn({ organization, role: 'viewer', team });
    const one = await share(owner, viewer);
    const paths = [`/documents/${document}/shares`, `/documents/${document}/access`, `/shares/${one.id}`];
    for (const path of [...paths, '/shares/received']) expect((await world.api.get(path)).status).toBe(401);
    for (const path of paths) {
      const { status, body } = await viewer.api.get(path);
      expect([path, status, body.error.details.required_permission]).toEqual([path, 403, 'document.share']);
      for (const { api } of [stranger, reader]) expect((await api.get(path)).status).toBe(404);
      expect(errorOf(await admin.api.get(`${path}?colour=red`))).toMatchObject({ status: 400, field: 'colour' });
    }
    for (const id of [newId('share'), newId('document'), 'share_1'])
      expect((await admin.api.get(`/shares/${id}`)).status).toBe(404);
    expect(await refusal(reader, second)).toEqual({ status: 404 });
    expect(await refusal(viewer, second)).toMatchObject({ status: 403 });
    expect((await viewer.api.get('/shares/received')).body.data).toHaveLength(1);
  });

  it('with a key that may share but not comment gives nobody the right to comment', async () => {
    const { world, owner, reader, recipientOf, post, share } = scene;
    const { key } = await world.identity.apiKey(owner.user, { scopes: ['document.view', 'document.share'] });
    const byKey = { ...owner, api: world.api.withKey(key) };
    const one = await share(byKey, reader);
    const asked = [
      await post(byKey, { recipients: [recipientOf(reader)], permission: 'comment' }),
      await byKey.api.patch(`/shares/${one.id}`, { permission: 'comment' }),
    ];
    for (const { status, body } of asked)
      expect([status, body.error.details.required_permission]).toEqual([403, 'document.comment']);
  });

  it.each<[string, object, string]>([
    ['nobody', { recipients: [] }, 'recipients'],
    ['too many', { recipients: Array.from({ length: 51 }, () => ({ type: 'user', id: 'x' })) }, 'recipients'],
    ['a group', { recipients: [{ type: 'group', id: 'x' }] }, 'recipients.0.type'],
    ['nobody known', { recipients: [{ type: 'user', id: newId('user') }] }, 'recipients.0.id'],
    ['no text', { recipients: [{ type: 'user', id: 7 }] }, 'recipients.0.id'],
    ['more', { recipients: [{ type: 'user', id: 'x', name: 'y' }] }, 'recipients.0.name'],
  ])('refuses %s as recipients', async (_, body, field) => {
    const { owner, post } = scene;
    expect(errorOf(await post(owner, body))).toMatchObject({ status: 400, field });
  });

  it('names each invalid recipient', async () => {
    const { world, organization, admin, owner, reader, stranger, document, recipientOf, post } = scene;
    const gone = await world.identity.user({ organization });
    expect((await admin.api.delete(`/users/${gone.id}`)).status).toBe(204);
    const foreignTeam = await world.identity.team(await world.identity.organization());
    const recipients = [
      recipientOf(reader),
      recipientOf(stranger),
      { type: 'user', id: gone.id },
      recipientOf(foreignTeam),
      { type: 'team', id: reader.user.id },
      recipientOf(owner),
      recipientOf(reader),
    ];
    const { status, body } = await post(owner, { recipients });
    expect(status).toBe(400);
    const fields = (body.error.details.errors as Json[]).map(({ field }) => field as string);
    expect(fields).toEqual([1, 2, 3, 4, 5, 6].map((index) => `recipients.${index}.id`));
    expect((await owner.api.get(`/documents/${document}/shares`)).body.pagination.total_count).toBe(0);
  });

  it.each<[string, object, string]>([
    ['another permission', { permission: 'edit' }, 'permission'],
    ['no permission', { permission: null }, 'permission'],
    ['a blank message', { message: ' ' }, 'message'],
    ['a message with controls', { message: 'See\u001b[2J.' }, 'message'],
    ['a message that turns its letters round', { message: 'Nm \u202e072' }, 'message'],
    ['a long message', { message: 'x'.repeat(2001) }, 'message'],
    ['page 0', { page_number: 0 }, 'page_number'],
    ['a page behind the last', { page_number: 3 }, 'page_number'],
    ['a page that nothing has', { page_number: 1e12 }, 'page_number'],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is no time', { expires_at: 'tomorrow' }, 'expires_at'],
    ['an unknown field', { colour: 'red' }, 'colour'],
  ])('refuses %s, of a new share and of one that is', async (_, terms, field) => {
    const { owner, reader, share, refusal } = scene;
    const one = await share(owner, reader);
    expect(await refusal(owner, reader, terms)).toMatchObject({ status: 400, field });
    expect(errorOf(await owner.api.patch(`/shares/${one.id}`, terms))).toMatchObject({ status: 400, field });
  });

  it('is changed field by field, with the ETag of the present version', async () => {
    const { owner, reader, share } = scene;
    const one = await share(owner, reader, { message: 'Look.', page_number: 1 });
    const path = `/shares/${one.id}`;
    const etag = (await owner.api.get(path)).headers.get('etag')!;
    const expires_at = inHours(1);
    const changed = await owner.api.patch(path, { permission: 'comment', expires_at }, { 'if-match': etag });
    expect(changed.body.data).toEqual({ ...one, permission: 'comment', expires_at });
    expect((await owner.api.patch(path, { message: null }, { 'if-match': etag })).status).toBe(412);
    const lifted = await owner.api.patch(path, { expires_at: null, message: null, page_number: null });
    expect(lifted.body.data).toEqual({ ...one, permission: 'comment', message: null, page_number: null });
    const same = await owner.api.patch(path, { permission: 'comment' });
    expect(same.headers.get('etag')).toBe(lifted.headers.get('etag'));
  });

  it('is seen, changed and ended by those it concerns', async () => {
    const { world, organization, team, otherTeam, admin, owner, reader, document, engineer, share } = scene;
    const member = await engineer(otherTeam);
    const manager = await world.signIn({ organization, role: 'manager', team });
    const colleague = await engineer(team);
    const [toUser, toTeam] = [await share(owner, reader), await share(owner, otherTeam)];
    const listed = async ({ api }: SignedIn) =>
      ((await api.get(`/documents/${document}/shares`)).body.data as Json[]).map(({ id }) => id as string);
    for (const all of [admin, manager, colleague, owner])
      expect((await listed(all)).sort()).toEqual([toUser.id, toTeam.id].sort());
    expect(await listed(reader)).toEqual([toUser.id]);
    expect(await listed(member)).toEqual([toTeam.id]);
    expect((await reader.api.get(`/shares/${toTeam.id}`)).status).toBe(404);
    const notSharer = { status: 403, reason: 'not_sharer' };
    for (const [who, id] of [
      [reader, toUser.id],
      [member, toTeam.id],
      [colleague, toUser.id],
    ] as const)
      expect(errorOf(await who.api.patch(`/shares/${id}`, { message: 'x' }))).toEqual(notSharer);
    for (const [who, id] of [
      [member, toTeam.id],
      [colleague, toUser.id],
    ] as const)
      expect(errorOf(await who.api.delete(`/shares/${id}`))).toEqual(notSharer);
    for (const who of [admin, manager, owner])
      expect((await who.api.patch(`/shares/${toUser.id}`, { message: who.user.id })).status).toBe(200);
    expect((await reader.api.delete(`/shares/${toUser.id}`)).status).toBe(204);
    expect((await reader.api.delete(`/shares/${toUser.id}`)).status).toBe(404);
    expect((await manager.api.delete(`/shares/${toTeam.id}`)).status).toBe(204);
  });

  // One service for all of them.
  describePassingOn(scene);
  describeRecords(scene);
  describeAccess(scene);
});
