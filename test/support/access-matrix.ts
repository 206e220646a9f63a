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
const CHATTERS: Role[] = ['admin', 'manager', 'engineer', 'api_user'];
const KEY_HOLDERS: Role[] = ['admin', 'manager', 'engineer', 'api_user'];
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
  'GET /audit-events': { roles: ADMINS },

  'GET /identity-providers': { roles: ADMINS },
  'POST /identity-providers': { roles: ADMINS, session: true },
  'GET /identity-providers/:id': { roles: ADMINS, object: identityProvider },
  'PATCH /identity-providers/:id': { roles: ADMINS, session: true, object: identityProvider, body: {} },
  'DELETE /identity-providers/:id': { roles: ADMINS, session: true, object: identityProvider },
  'POST /identity-providers/:id/test': { roles: ADMINS, object: identityProvider },

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
  'GET /document-types': { roles: EVERYONE },
  'GET /aircraft-types': { roles: EVERYONE },
  'POST /search/documents': { roles: SEARCHERS },
  'POST /search/passages': { roles: SEARCHERS },
  'GET /search/suggest': { roles: SEARCHERS, query: '?q=wheel' },

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
};
