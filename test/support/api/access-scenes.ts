import { randomBytes, randomUUID } from 'node:crypto';
import { newId } from '../../../src/common/ids/type-id.js';
import type { DiscrepancyOptions } from '../../factories/discrepancy.factory.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestUser } from '../../factories/identity.factory.js';
import type { TestWorld } from '../service/test-world.js';
import { TASK, taskPages } from '../scenes/task-scene.js';

/** Whom and what a row's object may be made for. */
export interface MatrixScene {
  world: TestWorld;
  /** The caller's; of a foreign caller, still the organization whose object it is. */
  organization: { id: string };
  team: { id: string };
  /** The future owner of the object. */
  owner: TestUser;
  /** The key that they call with, if they do: a key changes none but what was made with it. */
  keyId: string | null;
}

/** Hash of the assigned revision. */
export const READ_SHA256 = 'a'.repeat(64);

export const oauthClient = async ({ organization, world }: MatrixScene): Promise<string[]> => {
  const id = newId('oauth_client');
  const row = { id, organization_id: organization.id, name: 'Portal', type: 'public', redirect_uris: [], scopes: [] };
  await world.sql.insert('oauth_clients', row);
  return [id];
};
export const oauthGrant = async (scene: MatrixScene): Promise<string[]> => {
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
export const session = async ({ world, owner }: MatrixScene): Promise<string[]> => {
  const { body } = await world.login(owner);
  const [newest] = await world.sql.query<{ id: string }>(
    `SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
    [body.data.user.id],
  );
  return [newest?.id ?? ''];
};
/** The owner's attempt to sign in. */
export const auditEvent = async ({ world, owner, organization }: MatrixScene): Promise<string[]> => {
  await world.login(owner);
  const [newest] = await world.sql.query<{ id: string }>(
    `SELECT id FROM audit_records WHERE organization_id = $1 ORDER BY id DESC LIMIT 1`,
    [organization.id],
  );
  return [newest?.id ?? ''];
};
export const apiKey = async ({ world, owner, keyId }: MatrixScene): Promise<string[]> => {
  const { id } = await world.identity.apiKey(owner);
  await world.sql.query(`UPDATE api_keys SET created_with_id = $2 WHERE id = $1`, [id, keyId]);
  return [id];
};
export const document = async ({ world, organization }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization)).id,
];
export const teamDocument = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { team: own })).id,
];
/** A document of the team with one revision more, to be prepared. */
export const draft = async (scene: MatrixScene): Promise<string[]> => {
  const [id = ''] = await teamDocument(scene);
  const { documents } = scene.world;
  const owner = { id, organizationId: scene.organization.id };
  return [id, (await documents.revision(owner, { version: '2', status: 'draft' })).revisionId];
};
export const activeRevision = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => {
  const { id, revisionId } = await world.documents.document(organization, { team: own });
  return [id, revisionId];
};
export const oneRevisionTwice = async (scene: MatrixScene): Promise<string[]> => {
  const [id = '', revision = ''] = await activeRevision(scene);
  return [id, revision, revision];
};
export const failedDocument = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { team: own, ingestionState: 'failed' })).id,
];
/** Not announced to a worker, so it stays queued. */
export const waitingDocument = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { team: own, ingestionState: 'queued' })).id,
];
export const storedDocument = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const admin = await world.signIn({ role: 'admin', organization });
  const fields = { title: 'Card', document_type: 'TASK_CARD', aircraft_type: 'TR46', version: '1' };
  const { body } = await admin.api.upload('/documents', fields, {
    content: `GREASE THE PIN ${randomUUID()}.`,
    name: 'card.txt',
  });
  return [body.data.id as string];
};
/** The owner's share with a colleague. */
export const share = async (scene: MatrixScene): Promise<string[]> => {
  const { world, organization, owner } = scene;
  const [[document_id], [user_id]] = [await document(scene), await colleague(scene)];
  const id = newId('share');
  const row = { id, organization_id: organization.id, document_id, user_id, permission: 'view', shared_by: owner.id };
  await world.sql.insert('document_shares', row);
  return [id];
};
/** A public comment of the owner's on a document of the organization. */
export const comment = async (scene: MatrixScene): Promise<string[]> => {
  const { documents, comments } = scene.world;
  const made = await documents.document(scene.organization);
  return [(await comments.comment(made, scene.owner)).id];
};
const reportedDocument = async (
  { world, organization, team: own, owner }: MatrixScene,
  options: DiscrepancyOptions = {},
): Promise<{ document: TestDocument; id: string }> => {
  const made = await world.documents.document(organization, { team: own });
  return { document: made, id: (await world.discrepancies.report(made, owner, options)).id };
};
/** The owner's report on a document of the team. */
export const report = async (scene: MatrixScene): Promise<string[]> => [(await reportedDocument(scene)).id];
/** With the address of the author, so that it can be sent without a body. */
export const contactedReport = async (scene: MatrixScene): Promise<string[]> => {
  const [id = ''] = await report(scene);
  await scene.world.sql.query(`UPDATE discrepancies SET contact = 'author@example.test' WHERE id = $1`, [id]);
  return [id];
};
/** With a newer revision that is active. */
export const correctedReport = async (scene: MatrixScene): Promise<string[]> => {
  const { document: made, id } = await reportedDocument(scene);
  const sql = scene.world.sql;
  await sql.query(`UPDATE document_revisions SET status = 'superseded' WHERE id = $1`, [made.revisionId]);
  const { revisionId } = await scene.world.documents.revision(made, { version: '2' });
  await sql.query(`UPDATE documents SET current_revision_id = $2 WHERE id = $1`, [made.id, revisionId]);
  await sql.query(`UPDATE document_revisions SET activated_at = now() + interval '1 second' WHERE id = $1`, [
    revisionId,
  ]);
  return [id];
};
export const rejectedReport = async (scene: MatrixScene): Promise<string[]> => {
  const [id = ''] = await report(scene);
  const end = `status = 'rejected', rejection_reason = 'It is right.', ended_at = now()`;
  await scene.world.sql.query(`UPDATE discrepancies SET ${end} WHERE id = $1`, [id]);
  return [id];
};
/** With an instruction that a colleague proposed. */
export const instructedReport = async (scene: MatrixScene): Promise<string[]> => {
  const [[id = ''], [proposer]] = [await report(scene), await colleague(scene)];
  await scene.world.sql.query(
    `UPDATE discrepancies SET proposal = 'Use 100 Nm.', proposal_version = 1, proposal_by = $2, proposal_at = now() WHERE id = $1`,
    [id, proposer],
  );
  return [id];
};
/** A report with a picture whose file is stored. */
export const picturedReport = async (scene: MatrixScene): Promise<string[]> => {
  const [id = ''] = await report(scene);
  const admin = await scene.world.signIn({ role: 'admin', organization: scene.organization });
  const { body } = await admin.api.upload(`/discrepancies/${id}/pictures`, {}, { content: DOT, name: 'dot.png' });
  return [id, body.data.id as string];
};
/** A PNG of one pixel. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
export const page = async (scene: MatrixScene): Promise<string[]> => [...(await document(scene)), '1'];
/** Of text, which is drawn without its file. */
export const textPage = async (scene: MatrixScene): Promise<string[]> => {
  const [id, number] = (await page(scene)) as [string, string];
  await scene.world.sql.query(`UPDATE document_revisions SET media_type = 'text/plain' WHERE document_id = $1`, [id]);
  return [id, number];
};
export const conversation = async ({ world, owner }: MatrixScene): Promise<string[]> => {
  const id = newId('chat_session');
  const row = { id, organization_id: owner.organizationId, user_id: owner.id, copilot_type: 'mro', title: 'Wheels' };
  await world.sql.insert('chat_sessions', row);
  return [id];
};
/** An unfinished answer that the caller can stop. */
export const answerInTheMaking = async (scene: MatrixScene): Promise<string[]> => {
  const [session = ''] = await conversation(scene);
  const id = newId('message');
  const lease = new Date(Date.now() + 60_000);
  const row = { id, session_id: session, role: 'assistant', content: '', status: 'streaming', lease_until: lease };
  await scene.world.sql.insert('chat_messages', row);
  return [session, id];
};
export const answer = async (scene: MatrixScene): Promise<string[]> => {
  const [session = '', id = ''] = await answerInTheMaking(scene);
  await scene.world.sql.query(`UPDATE chat_messages SET status = 'complete', content = 'So.' WHERE id = $1`, [id]);
  return [session, id];
};
export const colleague = async ({ world, organization, team }: MatrixScene): Promise<string[]> => [
  (await world.identity.user({ organization, team, role: 'engineer' })).id,
];
export const invited = async ({ world, organization, team }: MatrixScene): Promise<string[]> => [
  (await world.identity.user({ organization, team, role: 'engineer', status: 'invited' })).id,
];
export const suspended = async ({ world, organization, team }: MatrixScene): Promise<string[]> => [
  (await world.identity.user({ organization, team, role: 'engineer', status: 'suspended' })).id,
];
export const team = ({ team: own }: MatrixScene): Promise<string[]> => Promise.resolve([own.id]);
/** A team that the caller may edit or delete. */
export const spareTeam = async ({ world, organization, team: own, owner }: MatrixScene): Promise<string[]> => [
  owner.role === 'admin' ? (await world.identity.team(organization)).id : own.id,
];
export const secondFactor = async ({ world, owner }: MatrixScene): Promise<string[]> => {
  const id = newId('mfa_method');
  await world.sql.insert('mfa_methods', { id, user_id: owner.id, type: 'email', label: 'Mail' });
  return [id];
};
export const identityProvider = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('identity_provider');
  await world.sql.insert('identity_providers', {
    ...{ id, organization_id: organization.id, kind: 'okta', name: 'Company', client_id: 'client' },
    // Never called: it is an address of the inside.
    ...{
      issuer: 'https://10.0.0.1',
      sealed_client_secret: randomBytes(32),
      scopes: ['openid'],
      default_role: 'viewer',
    },
  });
  return [id];
};
export const directory = async (scene: MatrixScene): Promise<string[]> => {
  const { world, organization } = scene;
  const [identity_provider_id = ''] = await identityProvider(scene);
  const { id: service_account_id } = await world.identity.user({ organization, role: 'api_user' });
  await world.sql.insert('directories', { identity_provider_id, service_account_id });
  return [identity_provider_id];
};
/** Whose TXT record nobody publishes (RFC 2606). */
export const providerDomain = async (scene: MatrixScene): Promise<string[]> => {
  const [provider_id] = await identityProvider(scene);
  const domain = 'company.invalid';
  await scene.world.sql.insert('identity_provider_domains', { provider_id, domain });
  return [provider_id ?? '', domain];
};

export const organizationExport = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('organization_export');
  await world.sql.insert('organization_exports', { id, organization_id: organization.id, state: 'failed' });
  return [id];
};
/** The owner's own. */
export const finishedImport = async ({ world, organization, owner }: MatrixScene): Promise<string[]> => {
  const id = newId('import');
  await world.sql.insert('imports', {
    ...{ id, organization_id: organization.id, created_by: owner.id, state: 'completed', file_name: 'cards.zip' },
    permissions: [],
    ...{ dry_run: false, activate: false, number_from_name: false, defaults: '{}', rules: '[]', content_size: 1 },
    finished_at: new Date(),
    summary: { counts: {}, reading: {} },
  });
  return [id];
};
export const runningImport = async (scene: MatrixScene): Promise<string[]> => {
  const [id = ''] = await finishedImport(scene);
  await scene.world.sql.query(
    `UPDATE imports SET state = 'running', finished_at = NULL, summary = NULL WHERE id = $1`,
    [id],
  );
  return [id];
};
export const publication = async ({ world, organization, team: own }: MatrixScene): Promise<string[]> => {
  const ids = { id: newId('publication'), issueId: newId('publication_issue') };
  const sha256 = randomBytes(32).toString('hex');
  await world.sql.insert('blobs', { sha256, size: 1 });
  await world.sql.insert('publications', {
    ...{ id: ids.id, organization_id: organization.id, number: `SKARV46-K1234-${ids.id.slice(-5)}-00` },
    ...{ access: 'organization', team_id: own.id },
  });
  await world.sql.insert('publication_issues', {
    ...{ id: ids.issueId, publication_id: ids.id, issue: '001', in_work: '00', title: 'Manual', is_current: true },
    ...{ members: '[]', member_count: 0, content_sha256: sha256, file_name: 'PMC.xml' },
  });
  return [ids.id, ids.issueId];
};
export const aircraft = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('aircraft');
  const registration = `SE-${id.slice(-6).toUpperCase()}`;
  await world.sql.insert('aircraft', {
    ...{ id, organization_id: organization.id, registration, aircraft_type: 'TR46' },
    status: 'retired',
    modifications: JSON.stringify([{ kind: 'SB', number: 'X-1', status: 'embodied', date: null, evidence: null }]),
  });
  return [id, 'SB', 'X-1'];
};
const aircraftId = async (scene: MatrixScene): Promise<string> => (await aircraft(scene))[0]!;
export const documentForAircraft = async (scene: MatrixScene): Promise<string[]> => [
  ...(await document(scene)),
  await aircraftId(scene),
];
export const revisionForAircraft = async (scene: MatrixScene): Promise<string[]> => {
  const { id, revisionId } = await scene.world.documents.document(scene.organization);
  return [id, revisionId, await aircraftId(scene)];
};
export const pageForAircraft = async (scene: MatrixScene): Promise<string[]> => [
  ...(await page(scene)),
  await aircraftId(scene),
];
export const documentTask = async ({ world, organization }: MatrixScene): Promise<string[]> => [
  (await world.documents.document(organization, { pages: taskPages() })).id,
  TASK,
];
export const jobCard = async ({ world, organization, owner }: MatrixScene): Promise<string[]> => {
  const { id: document_id, revisionId } = await world.documents.document(organization);
  const id = newId('job_card');
  const aircraft = { id: newId('aircraft'), registration: 'SE-JCA', aircraft_type: 'TR46', serial_number: null };
  const card = { id, organization_id: organization.id, aircraft: JSON.stringify(aircraft), task_count: 1 };
  await world.sql.insert('job_cards', { ...card, created_by: owner.id });
  await world.sql.insert('job_card_tasks', {
    ...{ job_card_id: id, position: 0, document_id, revision_id: revisionId, number: TASK, title: 'Wheel' },
    ...{ document_title: 'AMM', version: '1', file_sha256: 'ab', content_sha256: 'cd', first_page: 1, last_page: 1 },
    applicability: JSON.stringify({ verdict: 'applicable', reason: 'decided', statements: [] }),
    exceptions: '[]',
  });
  return [id];
};
/** The owner's assignment of a document of the team. */
export const assignment = async ({ world, organization, team: own, owner }: MatrixScene): Promise<string[]> => {
  const { id: document_id, revisionId: revision_id } = await world.documents.document(organization, { team: own });
  const id = newId('assignment');
  await world.sql.insert('assignments', {
    ...{ id, organization_id: organization.id, document_id, revision_id, document_title: 'Manual', version: '1' },
    ...{ content_sha256: READ_SHA256, scope: 'revision', statement: 'Read.', status: 'open', created_by: owner.id },
    due_at: new Date(Date.now() + 86_400_000),
  });
  return [id];
};
/** What the owner must sign. */
export const acknowledgement = async (scene: MatrixScene): Promise<string[]> => {
  const [assignment_id = ''] = await assignment(scene);
  const id = newId('acknowledgement');
  await scene.world.sql.insert('acknowledgements', {
    ...{ id, organization_id: scene.organization.id, assignment_id, user_id: scene.owner.id, status: 'pending' },
    due_at: new Date(Date.now() + 86_400_000),
  });
  return [id];
};
/** It has no id: each organization has one at most. */
export const organizationDeletion = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  await world.sql.query(
    `INSERT INTO organization_deletions (organization_id, due_at) VALUES ($1, now() + interval '7 days')
     ON CONFLICT DO NOTHING`,
    [organization.id],
  );
  return [];
};

/** A notification of the owner: a revision of a document that they see. */
export const notification = async ({ world, organization, owner }: MatrixScene): Promise<string[]> => {
  const { id: document_id, revisionId: revision_id } = await world.documents.document(organization);
  const id = newId('notification');
  await world.sql.insert('notifications', { id, user_id: owner.id, kind: 'revision', document_id, revision_id });
  return [id];
};
export const watchedDocument = async (scene: MatrixScene): Promise<string[]> => {
  const [document_id = ''] = await document(scene);
  await scene.world.sql.insert('document_watches', { user_id: scene.owner.id, document_id });
  return [document_id];
};
export const webhook = async ({ world, organization }: MatrixScene): Promise<string[]> => {
  const id = newId('webhook');
  await world.sql.insert('webhook_endpoints', {
    ...{ id, organization_id: organization.id, sealed_secret: randomBytes(32) },
    // Never called: it is an address of the inside.
    ...{ url: 'https://10.0.0.1', events: ['document.created'] },
  });
  await world.sql.insert('webhook_queues', { endpoint_id: id });
  return [id];
};
export const webhookDelivery = async (scene: MatrixScene): Promise<string[]> => {
  const [webhookId = ''] = await webhook(scene);
  const [event_id, id] = [newId('webhook_event'), newId('webhook_delivery')];
  const event = { type: 'document.created', data: '{}', occurred_at: new Date() };
  await scene.world.sql.insert('webhook_events', { id: event_id, organization_id: scene.organization.id, ...event });
  // Postponed, so that it stays pending.
  const next_attempt_at = new Date(Date.now() + 3_600_000);
  await scene.world.sql.insert('webhook_deliveries', { id, endpoint_id: webhookId, event_id, next_attempt_at });
  return [webhookId, id];
};
