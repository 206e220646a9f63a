import { newId } from '../../src/common/ids/type-id.js';
import type { Role } from '../../src/common/auth/permissions.js';
import type { TestUser } from '../factories/identity.factory.js';
import type { TestWorld } from './test-world.js';

/** Whom and what a row's object may be made for. */
export interface MatrixScene {
  world: TestWorld;
  /** The caller's; of a foreign caller, still the organization whose object it is. */
  organization: { id: string };
  team: { id: string };
  /** Whoever the object is to belong to. */
  owner: TestUser;
  /** The key that they call with, if they do: a key changes none but what was made with it. */
  keyId: string | null;
}

/** One route: who may use it, as the contract's tables say, not as the code does. */
export interface MatrixRow {
  roles: readonly Role[];
  /** Not with an API key, and so never for a service account. */
  session?: true;
  /** Makes an object and gives the address's parameters, in order; for routes that name one. */
  object?: (scene: MatrixScene) => Promise<string[]>;
  /** What the address needs behind its path; its parameters follow those of the path. */
  query?: string;
  /** Even others of the same organization, administrators too, are told that there is no such thing. */
  ownerOnly?: true;
  /** A body that passes validation, so that what is answered is about the object. */
  body?: unknown;
}

const EVERYONE: Role[] = ['admin', 'manager', 'engineer', 'viewer', 'api_user'];
const SEARCHERS = EVERYONE;
const COMMENTERS: Role[] = ['admin', 'manager', 'engineer'];
const CHATTERS: Role[] = ['admin', 'manager', 'engineer', 'api_user'];
const KEY_HOLDERS: Role[] = ['admin', 'manager', 'engineer', 'api_user'];
const SHARERS: Role[] = ['admin', 'manager', 'engineer'];
const MANAGERS: Role[] = ['admin', 'manager'];
const ADMINS: Role[] = ['admin'];

const oauthClient = async ({ organization, world }: MatrixScene): Promise<string[]> => {
  const id = newId('oauth_client');
  const row = { id, organization_id: organization.id, name: 'Portal', type: 'public', redirect_uris: [], scopes: [] };
  await world.sql.insert('oauth_clients', row);
  return [id];
};
const oauthGrant = async (scene: MatrixScene): Promise<string[]> => {
  const [[client_id], [session_id]] = [await oauthClient(scene), await session(scene)];
  const [id, user_id] = [newId('oauth_consent'), scene.owner.id];
  await scene.world.sql.insert('oauth_consents', { id, user_id, client_id, scopes: [], asked: true });
  const grant = {
    id: newId('oauth_grant'),
    consent_id: id,
    user_id,
    client_id,
    session_id,
    scopes: [],
    first_party: false,
  };
  await scene.world.sql.insert('oauth_grants', grant);
  return [id];
};
const session = async ({ world, owner }: MatrixScene): Promise<string[]> => {
  const { body } = await world.login(owner);
  const [newest] = await world.sql.query<{ id: string }>(
    `SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
    [body.data.user.id],
  );
  return [newest?.id ?? ''];
};
const apiKey = async ({ world, owner, keyId }: MatrixScene): Promise<string[]> => {
  const { id } = await world.identity.apiKey(owner);
  await world.sql.query(`UPDATE api_keys SET created_with_id = $2 WHERE id = $1`, [id, keyId]);
  return [id];
};
const document = async ({ world, organization }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization)).id,
];
const teamDocument = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { team: own })).id,
];
/** A document of the team with one revision more, to be prepared. */
const draft = async (scene: MatrixScene): Promise<string[]> => {
  const [id = ''] = await teamDocument(scene);
  const { documents } = scene.world;
  const owner = { id, organizationId: scene.organization.id };
  return [id, (await documents.revision(owner, { version: '2', status: 'draft' })).revisionId];
};
const activeRevision = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => {
  const { id, revisionId } = await world.documents.document(organization, { team: own });
  return [id, revisionId];
};
const oneRevisionTwice = async (scene: MatrixScene): Promise<string[]> => {
  const [id = '', revision = ''] = await activeRevision(scene);
  return [id, revision, revision];
};
const failedDocument = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { team: own, ingestionState: 'failed' })).id,
];
/** Announced to nobody, so that it goes on waiting. */
const waitingDocument = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { team: own, ingestionState: 'queued' })).id,
];
const storedDocument = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const admin = await world.signIn({ role: 'admin', organization });
  const fields = { title: 'Card', document_type: 'TASK_CARD', aircraft_type: 'TR46', version: '1' };
  const { body } = await admin.api.upload('/documents', fields, { content: 'GREASE THE PIN.', name: 'card.txt' });
  return [body.data.id as string];
};
/** Given by the owner to somebody else. */
const share = async (scene: MatrixScene): Promise<string[]> => {
  const { world, organization, owner } = scene;
  const [[document_id], [user_id]] = [await document(scene), await colleague(scene)];
  const id = newId('share');
  const row = { id, organization_id: organization.id, document_id, user_id, permission: 'view', shared_by: owner.id };
  await world.sql.insert('document_shares', row);
  return [id];
};
/** A public comment of the owner's on a document of the organization. */
const comment = async (scene: MatrixScene): Promise<string[]> => {
  const { documents, comments } = scene.world;
  const made = await documents.document(scene.organization);
  return [(await comments.comment(made, scene.owner)).id];
};
const page = async (scene: MatrixScene): Promise<string[]> => [...(await document(scene)), '1'];
/** Of text, which is drawn without its file. */
const textPage = async (scene: MatrixScene): Promise<string[]> => {
  const [id, number] = (await page(scene)) as [string, string];
  await scene.world.sql.query(`UPDATE document_revisions SET media_type = 'text/plain' WHERE document_id = $1`, [id]);
  return [id, number];
};
const conversation = async ({ world, owner }: MatrixScene): Promise<string[]> => {
  const id = newId('chat_session');
  const row = { id, organization_id: owner.organizationId, user_id: owner.id, copilot_type: 'mro', title: 'Wheels' };
  await world.sql.insert('chat_sessions', row);
  return [id];
};
/** An answer that is being made, for whoever stops it. */
const answerInTheMaking = async (scene: MatrixScene): Promise<string[]> => {
  const [session = ''] = await conversation(scene);
  const id = newId('message');
  const lease = new Date(Date.now() + 60_000);
  const row = { id, session_id: session, role: 'assistant', content: '', status: 'streaming', lease_until: lease };
  await scene.world.sql.insert('chat_messages', row);
  return [session, id];
};
const answer = async (scene: MatrixScene): Promise<string[]> => {
  const [session = '', id = ''] = await answerInTheMaking(scene);
  await scene.world.sql.query(`UPDATE chat_messages SET status = 'complete', content = 'So.' WHERE id = $1`, [id]);
  return [session, id];
};
const colleague = async ({ world, organization, team }: MatrixScene): Promise<string[]> => [
  (await world.identity.user({ organization, team, role: 'engineer' })).id,
];
const invited = async ({ world, organization, team }: MatrixScene): Promise<string[]> => [
  (await world.identity.user({ organization, team, role: 'engineer', status: 'invited' })).id,
];
const suspended = async ({ world, organization, team }: MatrixScene): Promise<string[]> => [
  (await world.identity.user({ organization, team, role: 'engineer', status: 'suspended' })).id,
];
const team = ({ team: own }: MatrixScene): Promise<string[]> => Promise.resolve([own.id]);
/** Whoever may write teams takes one that nobody needs. */
const spareTeam = async ({ world, organization, team: own, owner }: MatrixScene): Promise<string[]> => [
  owner.role === 'admin' ? (await world.identity.team(organization)).id : own.id,
];
const secondFactor = async ({ world, owner }: MatrixScene): Promise<string[]> => {
  const id = newId('mfa_method');
  await world.sql.insert('mfa_methods', { id, user_id: owner.id, type: 'email', label: 'Mail' });
  return [id];
};
const identityProvider = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('identity_provider');
  await world.sql.insert('identity_providers', {
    ...{ id, organization_id: organization.id, kind: 'okta', name: 'Company', client_id: 'client' },
    // Never called: it is an address of the inside.
    ...{
      issuer: 'https://10.0.0.1',
      sealed_client_secret: Buffer.alloc(32),
      scopes: ['openid'],
      default_role: 'viewer',
    },
  });
  return [id];
};
/** Whose TXT record nobody publishes (RFC 2606). */
const providerDomain = async (scene: MatrixScene): Promise<string[]> => {
  const [provider_id] = await identityProvider(scene);
  const domain = 'company.invalid';
  await scene.world.sql.insert('identity_provider_domains', { provider_id, domain });
  return [provider_id ?? '', domain];
};

const organizationExport = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('organization_export');
  await world.sql.insert('organization_exports', { id, organization_id: organization.id, state: 'failed' });
  return [id];
};
/** It has no id: each organization has one at most. */
const organizationDeletion = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  await world.sql.query(
    `INSERT INTO organization_deletions (organization_id, due_at) VALUES ($1, now() + interval '7 days')
     ON CONFLICT DO NOTHING`,
    [organization.id],
  );
  return [];
};

/** What the owner was told of: a revision of a document that they see. */
const notification = async ({ world, organization, owner }: MatrixScene): Promise<string[]> => {
  const { id: document_id, revisionId: revision_id } = await world.documents.document(organization);
  const id = newId('notification');
  await world.sql.insert('notifications', { id, user_id: owner.id, kind: 'revision', document_id, revision_id });
  return [id];
};
const watchedDocument = async (scene: MatrixScene): Promise<string[]> => {
  const [document_id = ''] = await document(scene);
  await scene.world.sql.insert('document_watches', { user_id: scene.owner.id, document_id });
  return [document_id];
};
const webhook = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('webhook');
  await world.sql.insert('webhook_endpoints', {
    ...{ id, organization_id: organization.id, sealed_secret: Buffer.alloc(32) },
    // Never called: it is an address of the inside.
    ...{ url: 'https://10.0.0.1', events: ['document.created'] },
  });
  await world.sql.insert('webhook_queues', { endpoint_id: id });
  return [id];
};
const webhookDelivery = async (scene: MatrixScene): Promise<string[]> => {
  const [webhookId = ''] = await webhook(scene);
  const [event_id, id] = [newId('webhook_event'), newId('webhook_delivery')];
  const event = { type: 'document.created', data: '{}', occurred_at: new Date() };
  await scene.world.sql.insert('webhook_events', { id: event_id, organization_id: scene.organization.id, ...event });
  // Put off, so that it goes on waiting.
  const next_attempt_at = new Date(Date.now() + 3_600_000);
  await scene.world.sql.insert('webhook_deliveries', { id, endpoint_id: webhookId, event_id, next_attempt_at });
  return [webhookId, id];
};

/** Every route that is not public. A test holds that none is missing and none too many. */
export const ACCESS_MATRIX: Record<string, MatrixRow> = {
  'POST /auth/logout': { roles: EVERYONE, session: true, body: {} },
  'GET /auth/sessions': { roles: EVERYONE, session: true },
  'DELETE /auth/sessions/:id': { roles: EVERYONE, session: true, object: session, ownerOnly: true },
  'POST /auth/step-up': { roles: EVERYONE, session: true },
  'POST /auth/password/change': { roles: EVERYONE, session: true },
  'GET /auth/mfa/methods': { roles: EVERYONE, session: true },
  'POST /auth/mfa/methods': { roles: EVERYONE, session: true },
  'POST /auth/mfa/methods/:id/activate': {
    roles: EVERYONE,
    session: true,
    object: secondFactor,
    ownerOnly: true,
    body: { code: '000000' },
  },
  'DELETE /auth/mfa/methods/:id': { roles: EVERYONE, session: true, object: secondFactor, ownerOnly: true },
  'POST /auth/mfa/recovery-codes': { roles: EVERYONE, session: true },

  'GET /api-keys': { roles: KEY_HOLDERS },
  'POST /api-keys': { roles: KEY_HOLDERS },
  'GET /api-keys/:id': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true },
  'PATCH /api-keys/:id': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true, body: { name: 'Renamed' } },
  'DELETE /api-keys/:id': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true },
  'POST /api-keys/:id/rotate': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true, body: {} },

  'GET /oauth/clients': { roles: ADMINS },
  'POST /oauth/clients': { roles: ADMINS, session: true },
  'GET /oauth/clients/:id': { roles: ADMINS, object: oauthClient },
  'PATCH /oauth/clients/:id': { roles: ADMINS, session: true, object: oauthClient, body: {} },
  'DELETE /oauth/clients/:id': { roles: ADMINS, session: true, object: oauthClient },
  'POST /oauth/clients/:id/rotate-secret': { roles: ADMINS, session: true, object: oauthClient, body: {} },
  'GET /oauth/grants': { roles: EVERYONE, session: true },
  'DELETE /oauth/grants/:id': { roles: EVERYONE, session: true, object: oauthGrant, ownerOnly: true },

  'GET /users/me': { roles: EVERYONE },
  'PATCH /users/me': { roles: EVERYONE, session: true, body: {} },
  'GET /users/me/permissions': { roles: EVERYONE },
  'GET /users/me/notification-preferences': { roles: EVERYONE, session: true },
  'PATCH /users/me/notification-preferences': { roles: EVERYONE, session: true, body: {} },
  'GET /users': { roles: MANAGERS },
  'POST /users': { roles: MANAGERS },
  'GET /users/:id': { roles: MANAGERS, object: colleague },
  'PATCH /users/:id': { roles: MANAGERS, object: colleague, body: { name: 'Renamed' } },
  'DELETE /users/:id': { roles: MANAGERS, object: colleague },
  'POST /users/:id/resend-invitation': { roles: MANAGERS, object: invited },
  'POST /users/:id/suspend': { roles: MANAGERS, object: colleague },
  'POST /users/:id/reactivate': { roles: MANAGERS, object: suspended },
  'POST /users/:id/unlock': { roles: MANAGERS, object: colleague },
  'POST /users/:id/reset-mfa': { roles: MANAGERS, session: true, object: colleague },
  'GET /teams': { roles: MANAGERS },
  'POST /teams': { roles: ADMINS, body: { name: 'Line 9' } },
  'GET /teams/:id': { roles: MANAGERS, object: team },
  'PATCH /teams/:id': { roles: ADMINS, object: spareTeam, body: {} },
  'DELETE /teams/:id': { roles: ADMINS, object: spareTeam },
  'GET /roles': { roles: EVERYONE },
  'GET /permissions': { roles: EVERYONE },
  'GET /settings': { roles: ADMINS },
  'PATCH /settings': { roles: ADMINS, session: true, body: {} },
  'GET /usage': { roles: ADMINS },
  'GET /audit-events': { roles: ADMINS },

  'GET /identity-providers': { roles: ADMINS },
  'POST /identity-providers': { roles: ADMINS, session: true },
  'GET /identity-providers/:id': { roles: ADMINS, object: identityProvider },
  'PATCH /identity-providers/:id': { roles: ADMINS, session: true, object: identityProvider, body: {} },
  'DELETE /identity-providers/:id': { roles: ADMINS, session: true, object: identityProvider },
  'POST /identity-providers/:id/test': { roles: ADMINS, object: identityProvider },
  'POST /identity-providers/:id/domains/:domain/verify': { roles: ADMINS, session: true, object: providerDomain },

  'GET /webhooks/event-types': { roles: ADMINS },
  'GET /webhooks': { roles: ADMINS },
  'POST /webhooks': { roles: ADMINS },
  'GET /webhooks/:id': { roles: ADMINS, object: webhook },
  'PATCH /webhooks/:id': { roles: ADMINS, object: webhook, body: { description: 'Test' } },
  'DELETE /webhooks/:id': { roles: ADMINS, object: webhook },
  'POST /webhooks/:id/rotate-secret': { roles: ADMINS, object: webhook, body: {} },
  'POST /webhooks/:id/test': { roles: ADMINS, object: webhook },
  'POST /webhooks/:id/replay': {
    roles: ADMINS,
    object: webhook,
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  },
  'GET /webhooks/:id/deliveries': { roles: ADMINS, object: webhook },
  'GET /webhooks/:id/deliveries/:delivery_id': { roles: ADMINS, object: webhookDelivery },
  'POST /webhooks/:id/deliveries/:delivery_id/retry': { roles: ADMINS, object: webhookDelivery },
  'POST /webhooks/:id/deliveries/:delivery_id/cancel': { roles: ADMINS, object: webhookDelivery },

  'GET /documents': { roles: EVERYONE },
  'POST /documents': { roles: MANAGERS },
  'GET /documents/:id': { roles: EVERYONE, object: document },
  'PATCH /documents/:id': { roles: MANAGERS, object: teamDocument, body: { title: 'Renamed' } },
  'DELETE /documents/:id': { roles: MANAGERS, object: teamDocument },
  'GET /documents/:id/ingestion': { roles: MANAGERS, object: teamDocument },
  'POST /documents/:id/ingestion/cancel': { roles: MANAGERS, object: waitingDocument },
  'POST /documents/:id/reprocess': { roles: MANAGERS, object: failedDocument },
  'GET /documents/:id/outline': { roles: EVERYONE, object: document },
  'GET /documents/:id/revisions': { roles: EVERYONE, object: document },
  'POST /documents/:id/revisions': { roles: MANAGERS, object: teamDocument },
  'GET /documents/:id/revisions/diff': { roles: EVERYONE, object: oneRevisionTwice, query: '?from=:from&to=:to' },
  'GET /documents/:id/revisions/:revision_id': { roles: EVERYONE, object: activeRevision },
  'DELETE /documents/:id/revisions/:revision_id': { roles: MANAGERS, object: draft },
  'POST /documents/:id/revisions/:revision_id/activate': { roles: MANAGERS, object: draft },
  'POST /documents/:id/revisions/:revision_id/withdraw': { roles: MANAGERS, object: activeRevision },
  'GET /documents/:id/pages': { roles: EVERYONE, object: document },
  'GET /documents/:id/pages/:number': { roles: EVERYONE, object: page },
  'GET /documents/:id/pages/:number/image': { roles: EVERYONE, object: textPage },
  'GET /documents/:id/pages/:number/highlights': { roles: EVERYONE, object: page },
  'GET /documents/:id/content': { roles: EVERYONE, object: storedDocument },
  'GET /documents/:id/shares': { roles: SHARERS, object: document },
  'POST /documents/:id/shares': {
    roles: SHARERS,
    object: document,
    body: { recipients: [{ type: 'user', id: 'user_nobody' }] },
  },
  'GET /documents/:id/access': { roles: SHARERS, object: document },
  'GET /shares/received': { roles: EVERYONE },
  'GET /shares/:id': { roles: SHARERS, object: share },
  'PATCH /shares/:id': { roles: SHARERS, object: share, body: {} },
  'DELETE /shares/:id': { roles: SHARERS, object: share },
  'GET /documents/:id/watch': { roles: EVERYONE, object: document },
  'PUT /documents/:id/watch': { roles: EVERYONE, object: document },
  'DELETE /documents/:id/watch': { roles: EVERYONE, object: watchedDocument },
  'GET /documents/:id/comments': { roles: EVERYONE, object: document },
  'POST /documents/:id/comments': {
    roles: COMMENTERS,
    object: document,
    body: { page_number: 1, body: 'Worn.' },
  },
  'GET /comments/:id': { roles: EVERYONE, object: comment },
  'PATCH /comments/:id': { roles: COMMENTERS, object: comment, body: { body: 'Worn out.' } },
  'DELETE /comments/:id': { roles: COMMENTERS, object: comment },
  'POST /comments/:id/resolve': { roles: COMMENTERS, object: comment },
  'POST /comments/:id/reopen': { roles: COMMENTERS, object: comment },
  'GET /comments/:id/edits': { roles: EVERYONE, object: comment },
  'GET /document-types': { roles: EVERYONE },
  'GET /aircraft-types': { roles: EVERYONE },
  'POST /search/documents': { roles: SEARCHERS },
  'POST /search/passages': { roles: SEARCHERS },
  'GET /search/suggest': { roles: SEARCHERS, query: '?q=wheel' },

  'GET /notifications': { roles: EVERYONE },
  'GET /notifications/unread-count': { roles: EVERYONE },
  // Refused for its type, by whoever gets so far: a stream would last.
  'GET /notifications/stream': { roles: EVERYONE },
  'PATCH /notifications/:id': { roles: EVERYONE, object: notification, ownerOnly: true, body: { read: true } },
  'POST /notifications/read-all': { roles: EVERYONE },

  'GET /copilots': { roles: CHATTERS },
  'GET /chat/sessions': { roles: CHATTERS },
  'POST /chat/sessions': { roles: CHATTERS },
  'GET /chat/sessions/:id': { roles: CHATTERS, object: conversation, ownerOnly: true },
  'PATCH /chat/sessions/:id': { roles: CHATTERS, object: conversation, ownerOnly: true, body: {} },
  'DELETE /chat/sessions/:id': { roles: CHATTERS, object: conversation, ownerOnly: true },
  'GET /chat/sessions/:id/messages': { roles: CHATTERS, object: conversation, ownerOnly: true },
  'POST /chat/sessions/:id/messages': {
    roles: CHATTERS,
    object: conversation,
    ownerOnly: true,
    body: { content: 'torque' },
  },
  'GET /chat/sessions/:id/messages/:message_id': { roles: CHATTERS, object: answer, ownerOnly: true },
  'GET /chat/sessions/:id/messages/:message_id/stream': { roles: CHATTERS, object: answer, ownerOnly: true },
  'POST /chat/sessions/:id/messages/:message_id/stop': {
    roles: CHATTERS,
    object: answerInTheMaking,
    ownerOnly: true,
  },
  'PUT /chat/sessions/:id/messages/:message_id/feedback': {
    roles: CHATTERS,
    object: answer,
    ownerOnly: true,
    body: { rating: 'up' },
  },
  'GET /chat/sessions/:id/export': { roles: CHATTERS, object: conversation, ownerOnly: true },

  'GET /organization/exports': { roles: ADMINS, session: true },
  'POST /organization/exports': { roles: ADMINS, session: true },
  'GET /organization/exports/:id': { roles: ADMINS, session: true, object: organizationExport },
  'GET /organization/exports/:id/content': { roles: ADMINS, session: true, object: organizationExport },
  'DELETE /organization/exports/:id': { roles: ADMINS, session: true, object: organizationExport },
  'GET /organization/deletion': { roles: ADMINS, session: true, object: organizationDeletion },
  // Of another name than the organization's: it is needed by the rows below.
  'POST /organization/deletion': { roles: ADMINS, session: true, body: { confirm_name: '' } },
  'DELETE /organization/deletion': { roles: ADMINS, session: true, object: organizationDeletion },
};
