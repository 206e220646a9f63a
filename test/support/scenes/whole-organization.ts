import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../../src/common/ids/type-id.js';
import type { TestOrganization } from '../../factories/identity.factory.js';
import { readyManual } from '../manuals/manual.js';
import { dmRef, pmEntry, publicationModule } from '../manuals/s1000d-modules.js';
import type { ApiResponse, Json } from '../api/api-client.js';
import { filledSandbox } from './sandbox-scene.js';
import { importFiles, untilImport } from './import-scene.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';

/** An organization that has something of nearly every kind. */
export interface WholeOrganization {
  organization: TestOrganization;
  admin: SignedIn;
  engineer: SignedIn;
  document: { id: string };
  apiKey: string;
  /** What nobody is to see again, as its owner had it. */
  secrets: string[];
}

/** @param manual the text of its document: another organization's of the same text shares the stored file */
export async function wholeOrganization(world: TestWorld, manual: string): Promise<WholeOrganization> {
  const { identity, sql } = world;
  const organization = await identity.organization();
  const team = await identity.team(organization);
  const admin = await world.signIn({ organization, role: 'admin' });
  const engineer = await world.signIn({ organization, team, role: 'engineer' });
  const document = await readyManual(admin.api, manual);
  await filledSandbox(admin);
  await done(engineer.api.post(`/documents/${document.id}/comments`, { page_number: 1, body: 'Worn, replaced.' }));
  const mine = { page_number: 1, body: 'Ask the chief.', visibility: 'private' };
  await done(engineer.api.post(`/documents/${document.id}/comments`, mine));
  const shared = { recipients: [{ type: 'user', id: engineer.user.id }] };
  await done(admin.api.post(`/documents/${document.id}/shares`, shared));
  await done(engineer.api.request('PUT', `/documents/${document.id}/watch`));
  const recipients = [{ type: 'team', id: team.id }];
  await done(admin.api.post('/assignments', { document_id: document.id, recipients, due_at: '2999-01-01T00:00:00Z' }));
  const [assigned] = (await done(engineer.api.get('/acknowledgements'))) as Json[];
  const read = { content_sha256: assigned!.revision.content_sha256 as string };
  await done(engineer.api.post(`/acknowledgements/${assigned!.id}/sign`, read));
  const chat = await done(engineer.api.post('/chat/sessions', { copilot_type: 'mro', title: 'Wheels' }));
  await done(engineer.api.post(`/chat/sessions/${chat.session_id}/messages`, { content: 'Which torque?' }));
  const entry = pmEntry('Wheels', dmRef({}));
  const { made } = await importFiles(admin.api, { 'manual.txt': manual, 'pm.xml': publicationModule(entry) });
  // Its end is later than the filing, and changes its row.
  await untilImport(admin.api, made.id);
  const apiKey = await done(engineer.api.post('/api-keys', { name: 'Tablet', scopes: ['document.view'] }));
  const hook = { url: 'https://hooks.example.test/amks', events: ['document.created'] };
  const webhook = await done(admin.api.post('/webhooks', hook));
  const client = { name: 'Portal', type: 'confidential', redirect_uris: ['https://portal.example.test/'], scopes: [] };
  const secret = randomBytes(24).toString('hex');
  await sql.insert('oauth_clients', {
    ...client,
    id: newId('oauth_client'),
    organization_id: organization.id,
    secret_hash: createHash('sha256').update(secret).digest('hex'),
  });
  await sql.insert('identity_providers', {
    ...{ id: newId('identity_provider'), organization_id: organization.id, kind: 'okta', name: 'Company' },
    ...{ issuer: 'https://10.0.0.1', client_id: 'amks', sealed_client_secret: randomBytes(60) },
    ...{ scopes: ['openid'], default_role: 'viewer' },
  });
  await sql.insert('mfa_recovery_codes', { user_id: engineer.user.id, code_hash: randomBytes(32) });
  await sql.insert('one_time_tokens', {
    ...{ id: newId('one_time_token'), user_id: engineer.user.id, kind: 'password_reset', token_hash: randomBytes(32) },
    expires_at: new Date(Date.now() + 3_600_000),
  });
  const secrets = [apiKey.key as string, webhook.secret as string, secret, engineer.accessToken, engineer.refreshToken];
  return { organization, admin, engineer, document, apiKey: apiKey.key as string, secrets };
}

async function done(answer: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await answer;
  if (status >= 400) throw new Error(`${status}: ${text}`);
  return body?.data;
}
