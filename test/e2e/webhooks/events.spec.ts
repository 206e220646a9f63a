import { newId } from '../../../src/common/ids/type-id.js';
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventName,
} from '../../../src/modules/webhooks/events/event-types.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiClient, Json } from '../../support/api/api-client.js';
import { outbox } from '../../support/service/outbox.js';
import { SecondFactors } from '../../support/sign-in/second-factors.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { ok, placeOf, webhookActs } from '../../support/scenes/webhook-acts.js';
import { recordedEvents, registerWebhook } from '../../support/scenes/webhook-scene.js';

const PASSWORD = 'torque wrench calibrated';

describe('events that webhooks receive', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let api: ApiClient;
  let hook: Json;
  let factors: SecondFactors;
  let bystander: { organization: TestOrganization; api: ApiClient; hook: Json };
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
    const other = await world.identity.organization();
    const { api: theirs } = await world.signIn({ role: 'admin', organization: other });
    bystander = { organization: other, api: theirs, hook: await registerWebhook(theirs) };
  });
  beforeEach(async () => {
    organization = await world.identity.organization();
    admin = await world.signIn({ role: 'admin', organization });
    ({ api } = admin);
    hook = await registerWebhook(api);
  });
  afterAll(async () => {
    // Nothing of another organization has come to this one, of any test here.
    expect(await recordedEvents(world, bystander.organization)).toEqual([]);
    expect(await bystander.api.listAll(`/webhooks/${bystander.hook.id}/deliveries`)).toEqual([]);
    await world.stop();
  });

  const told = (type: WebhookEventName) => recordedEvents(world, organization, type);
  const invite = (): Promise<Json> =>
    ok(api.post('/users', { email: `${newId('user')}@example.test`, name: 'Ada Example', role: 'engineer' }));

  it.each(WEBHOOK_EVENT_NAMES)('%s', async (type) => {
    const data = await webhookActs({ world, organization, admin, hook })[type]();
    const events = await until(
      () => told(type),
      (seen) => seen.length > 0,
    );
    expect(events.map((event) => event.data)).toEqual([data]);
    // In the shape that the catalog shows, field by field.
    const example = WEBHOOK_EVENT_TYPES.find(({ name }) => name === type)?.example ?? {};
    expect(Object.keys(events[0]!.data as object)).toEqual(Object.keys(example));
    const delivered = await api.listAll(`/webhooks/${hook.id}/deliveries?event=${type}`);
    expect(delivered).toMatchObject([{ event_id: events[0]?.id }]);
  });

  it.each([
    [
      'an invitation accepted',
      async () => {
        const user = await invite();
        const { text } = await outbox(world.service.dataDir).waitForMail(user.email as string, /invited/);
        const token = /inv_[\w-]{43}/.exec(text)?.[0];
        await ok(world.api.post('/auth/invitations/accept', { token, name: 'Ada', password: PASSWORD }));
        return [
          ['user.invited', { user_id: user.id, role: 'engineer' }],
          ['user.created', { user_id: user.id, role: 'engineer' }],
        ];
      },
    ],
    [
      'a reactivation',
      async () => {
        const { id } = await world.identity.user({ organization, status: 'suspended' });
        await ok(api.post(`/users/${id}/reactivate`));
        return [['user.updated', { user_id: id, role: 'engineer', status: 'active', changed: ['status'] }]];
      },
    ],
    [
      'a withdrawal',
      async () => {
        const { id, revisionId } = await world.documents.document(organization);
        await ok(api.post(`/documents/${id}/revisions/${revisionId}/withdraw`));
        return [['document.updated', { document_id: id, changed: ['status'] }]];
      },
    ],
    [
      'second factors renewed, removed and reset',
      async () => {
        const { user, api: own, app } = await factors.userWithApp({ organization, role: 'engineer' });
        await ok(own.post('/auth/mfa/recovery-codes'));
        await ok(own.delete(`/auth/mfa/methods/${app.id}`));
        await factors.app(own);
        await ok(api.post(`/users/${user.id}/reset-mfa`));
        const changes = ['method_added', 'recovery_codes_renewed', 'method_removed', 'method_added', 'reset'];
        return changes.map((change) => ['security.mfa_changed', { user_id: user.id, change }]);
      },
    ],
    [
      'a key that goes with the key that made it, and with its owner',
      async () => {
        const owner = await world.signIn({ organization, role: 'manager' });
        const keys = [await world.identity.apiKey(owner.user), await world.identity.apiKey(owner.user)];
        await world.sql.query(
          `UPDATE api_keys SET created_with_id = $1 WHERE id = $2`,
          keys.map(({ id }) => id),
        );
        await ok(api.delete(`/users/${owner.user.id}`));
        const revoked = keys.map(({ id }) => ['api_key.revoked', { api_key_id: id, user_id: owner.user.id }]);
        return [...revoked, ['user.deleted', { user_id: owner.user.id }]];
      },
    ],
    [
      'a comment of a team document, made private and reopened',
      async () => {
        const team = await world.identity.team(organization);
        const { id } = await world.documents.document(organization, { team });
        const post = (body: Json): Promise<Json> =>
          ok(api.post(`/documents/${id}/comments`, { body: 'Mine.', page_number: 1, ...body }));
        const secret = await post({ visibility: 'private' });
        await ok(api.patch(`/comments/${secret.id}`, { body: 'Still mine.' }));
        await ok(api.post(`/comments/${secret.id}/resolve`));
        await ok(api.delete(`/comments/${secret.id}`));
        const open = await post({ visibility: 'public' });
        await ok(api.post(`/comments/${open.id}/resolve`));
        await ok(api.post(`/comments/${open.id}/reopen`));
        await ok(api.patch(`/comments/${open.id}`, { visibility: 'private' }));
        const data = placeOf(open);
        return [
          ['document.commented', data],
          ['comment.resolved', { ...data, resolved: true }],
          ['comment.resolved', { ...data, resolved: false }],
          ['comment.deleted', data],
        ];
      },
    ],
    [
      'comments on a draft that is deleted',
      async () => {
        const document = await world.documents.document(organization);
        const { revisionId } = await world.documents.revision(document, { version: '2', status: 'draft' });
        const post = (body: Json = {}): Promise<Json> => {
          const on = { body: 'Mine.', page_number: 1, revision_id: revisionId };
          return ok(api.post(`/documents/${document.id}/comments`, { ...on, ...body }));
        };
        const [root, removed] = [placeOf(await post()), await post()];
        const answer = { body: 'So it is.', page_number: 1, parent_id: root.comment_id };
        const reply = placeOf(await ok(api.post(`/documents/${document.id}/comments`, answer)));
        await post({ visibility: 'private' });
        await ok(api.delete(`/comments/${removed.id}`));
        await ok(api.delete(`/documents/${document.id}/revisions/${revisionId}`));
        const audit = await api.listAll('/audit-events?action=comment.deleted');
        const gone = [root, reply].map(({ comment_id }) => comment_id);
        expect(audit.map(({ target }) => target.id as string)).toEqual(expect.arrayContaining(gone));
        return [root, placeOf(removed), reply].flatMap((data) => [
          ['document.commented', data],
          ['comment.deleted', data],
        ]);
      },
    ],
  ] as [string, () => Promise<[string, Json][]>][])('tells of %s, and of nothing else', async (_what, act) => {
    const expected = await act();
    const events = await recordedEvents(world, organization);
    const byType = (some: readonly [string, unknown]): string => JSON.stringify(some);
    const seen = events.map(({ type, data }): [string, Json] => [type, data]);
    // Keys that go together go in no particular order.
    expect(seen.sort((a, b) => byType(a).localeCompare(byType(b)))).toEqual(
      [...expected].sort((a, b) => byType(a).localeCompare(byType(b))),
    );
  });

  it('tells of nothing that was refused or rolled back', async () => {
    const { id } = await world.documents.document(organization);
    const refused = await api.patch(`/documents/${id}`, { title: 'Other' }, { 'if-match': '"99"' });
    expect(refused.status).toBe(412);
    // The commit fails after everything is written.
    await world.sql.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`,
    );
    await world.sql.query(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON webhook_deliveries
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const failed = await api.patch(`/documents/${id}`, { title: 'Other' });
    await world.sql.query(`DROP FUNCTION refuse CASCADE`);
    expect(failed.status).toBe(500);
    expect(await recordedEvents(world, organization)).toEqual([]);
    expect(await api.listAll(`/webhooks/${hook.id}/deliveries`)).toEqual([]);
    await ok(api.patch(`/documents/${id}`, { title: 'Other' }));
    expect(await told('document.updated')).toHaveLength(1);
  });
});
