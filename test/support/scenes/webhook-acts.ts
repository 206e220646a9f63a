import { TASK, taskPages } from './task-scene.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { WebhookEventName } from '../../../src/modules/webhooks/events/event-types.js';
import type { TestDocument } from '../../factories/document.factory.js';
import type { TestOrganization, TestUser } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../api/api-client.js';
import { manualFields } from '../manuals/manual.js';
import { zipOf } from '../manuals/zip-factory.js';
import { SecondFactors } from '../sign-in/second-factors.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';
import { assign, mine, passTime, people, publish, runScheduledJob, sign } from './assignment-scene.js';
import { until } from '../until.js';
import { registerWebhook } from './webhook-scene.js';

/** Where the acts happen: `hook` receives every event. */
export interface ActScene {
  world: TestWorld;
  organization: TestOrganization;
  admin: SignedIn;
  hook: Json;
}

/** The data of an answer. @throws Error for any that is no success */
export async function ok(answer: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body?.data;
}

/** Data of the events of a comment. */
export const placeOf = ({ document_id, id, user_id, page_number }: Json): Record<string, unknown> => ({
  ...{ document_id, comment_id: id, user_id, page_number },
});

/** Data of the events of a discrepancy report. */
export const discrepancyOf = (report: Json): Record<string, unknown> => {
  const { document_id, revision_id, id, page_number, kind, severity } = report;
  return { document_id, revision_id, discrepancy_id: id, page_number, kind, severity };
};

/** For each type of event an act over HTTP that causes it; returns the expected data. */
export function webhookActs(scene: ActScene): Record<WebhookEventName, () => Promise<Record<string, unknown>>> {
  const { world, organization, admin, hook } = scene;
  const { api } = admin;
  const engineer = (): Promise<TestUser> => world.identity.user({ organization, role: 'engineer' });
  const invite = (role: string): Promise<Json> =>
    ok(api.post('/users', { email: `${newId('user')}@example.test`, name: 'Ada Example', role }));
  const upload = (): Promise<Json> =>
    ok(api.upload('/documents', manualFields(), { content: 'GREASE THE PIN.', name: 'card.txt' }));
  const importCard = (fields: Record<string, string>, more: Record<string, string> = {}): Promise<Json> => {
    const content = zipOf({ 'card.txt': `GREASE THE ${newId('document')}.`, ...more });
    const defaults = { document_type: 'TASK_CARD', aircraft_type: 'TR46', ...fields };
    return ok(api.upload('/imports', defaults, { content, name: 'cards.zip' }));
  };
  const key = (): Promise<Json> => ok(api.post('/api-keys', { name: 'CI', scopes: ['document.view'] }));
  const comment = async (author = api, more: Json = {}): Promise<Json> => {
    const { id } = await world.documents.document(organization, { pages: ['One.', 'Two.'] });
    return ok(
      author.post(`/documents/${id}/comments`, { body: 'Worn?', page_number: 2, visibility: 'public', ...more }),
    );
  };
  const aircraft = (): Promise<Json> =>
    ok(api.post('/aircraft', { registration: `SE-${newId('user').slice(-4)}`, aircraft_type: 'TR46' }));
  const directive = (): Promise<Json> => {
    const number = `TR46-${newId('user').slice(-6)}`;
    return ok(api.post('/directives', { kind: 'airworthiness_directive', number, title: 'Wheels' }));
  };
  const assignment = async () => {
    const document = await world.documents.document(organization);
    const { id } = await ok(assign(api, document, people(admin.user.id)));
    const [acknowledgement] = await mine(api, '?limit=1');
    const named = { assignment_id: id, document_id: document.id, revision_id: document.revisionId };
    return { document, named, acknowledgement: acknowledgement! };
  };
  const temporaryRevision = async (
    more: Json = {},
  ): Promise<{ data: Record<string, unknown>; id: string; base: TestDocument }> => {
    const base = await world.documents.document(organization);
    const overlay = await world.documents.document(organization);
    const pages = [{ action: 'replace', page_number: 1, overlay_pages: [1] }];
    const period = { effective_from: '2026-01-01T00:00:00Z', ...more };
    const body = { number: 'TR 32-114', overlay_document_id: overlay.id, pages, ...period };
    const { id } = await ok(api.post(`/documents/${base.id}/temporary-revisions`, body));
    return { data: { document_id: base.id, temporary_revision_id: id }, id: id as string, base };
  };
  const report = async (): Promise<Json> => {
    const { id } = await world.documents.document(organization);
    const quoted = { document_id: id, page_number: 1, quote: '120 Nm', kind: 'inaccurate', description: 'Too high.' };
    return ok(api.post('/discrepancies', quoted));
  };
  const failedLogins = async (): Promise<string> => {
    const { id, email } = await engineer();
    for (let n = 0; n < 10; n += 1) await world.login({ email, password: 'wrong' });
    return id;
  };

  return {
    'document.commented': async () => placeOf(await comment()),
    'document.created': async () => {
      const { id, version } = await upload();
      const [revision] = await ok(api.get(`/documents/${id}/revisions`));
      return { document_id: id, revision_id: revision.id, version };
    },
    'document.ready': async () => {
      const { id } = await upload();
      const [revision] = await ok(api.get(`/documents/${id}/revisions`));
      return { document_id: id, revision_id: revision.id };
    },
    'document.failed': async () => {
      const { id, revisionId } = await world.documents.document(organization, { ingestionState: 'queued' });
      await ok(api.post(`/documents/${id}/ingestion/cancel`));
      return { document_id: id, revision_id: revisionId, error: 'cancelled' };
    },
    'document.updated': async () => {
      const { id } = await world.documents.document(organization);
      await ok(api.patch(`/documents/${id}`, { title: 'The secret title', aircraft_type: 'A400' }));
      return { document_id: id, changed: ['title', 'aircraft_type'] };
    },
    'import.completed': async () => {
      const counts = { total: 1, pending: 0, created: 1, revised: 0, unchanged: 0, failed: 0, canceled: 0 };
      const { id } = await importCard({ dry_run: 'true' });
      return { import_id: id, dry_run: true, counts };
    },
    'import.failed': async () => ({
      import_id: (await importCard({}, { 'manifest.json': '{}' })).id,
      error: 'manifest_invalid',
    }),
    'document.deleted': async () => {
      const { id } = await world.documents.document(organization);
      await ok(api.delete(`/documents/${id}`));
      return { document_id: id };
    },
    'document.shared': async () => {
      const team = await world.identity.team(organization);
      const { id } = await world.documents.document(organization, { team });
      const recipient = { type: 'user', id: (await engineer()).id };
      const terms = { recipients: [recipient], permission: 'comment', message: 'Look at this' };
      const [share] = await ok(api.post(`/documents/${id}/shares`, terms));
      const data = { document_id: id, share_id: share.id, recipient, permission: 'comment' };
      return { ...data, shared_by: admin.user.id };
    },
    'document.revision_activated': async () => {
      const document = await world.documents.document(organization);
      const { revisionId } = await world.documents.revision(document, { version: '2', status: 'draft' });
      await ok(api.post(`/documents/${document.id}/revisions/${revisionId}/activate`));
      const data = { document_id: document.id, revision_id: revisionId, version: '2' };
      return { ...data, previous_revision_id: document.revisionId };
    },
    'comment.updated': async () => {
      const made = await comment();
      await ok(api.patch(`/comments/${made.id}`, { body: 'Not worn.' }));
      return placeOf(made);
    },
    'comment.deleted': async () => {
      const { api: author } = await world.signIn({ organization, role: 'engineer' });
      const made = await comment(author);
      await ok(api.delete(`/comments/${made.id}`));
      return placeOf(made);
    },
    'comment.resolved': async () => {
      const made = await comment();
      await ok(api.post(`/comments/${made.id}/resolve`));
      return { ...placeOf(made), resolved: true };
    },
    'job_card.created': async () => {
      const { id: document_id } = await world.documents.document(organization, {
        aircraftType: 'TR46',
        pages: taskPages(),
      });
      const { id: aircraft_id } = await aircraft();
      const card = await ok(api.post('/job-cards', { aircraft_id, tasks: [{ document_id, number: TASK }] }));
      return { job_card_id: card.id, aircraft_id, tasks: 1 };
    },
    'offline_package.ready': async () => {
      const { id: document_id } = await upload();
      await until(
        () => ok(api.get(`/documents/${document_id}`)),
        ({ ingestion }) => ingestion.state === 'ready',
      );
      const { id } = await ok(api.post('/offline-packages', { document_ids: [document_id] }));
      return { offline_package_id: id, user_id: admin.user.id };
    },
    'offline_package.failed': async () => {
      const unstored = await world.documents.document(organization);
      const { id } = await ok(api.post('/offline-packages', { document_ids: [unstored.id] }));
      return { offline_package_id: id, user_id: admin.user.id, error: 'file_missing' };
    },
    'aircraft.created': async () => ({ aircraft_id: (await aircraft()).id }),
    'aircraft.updated': async () => {
      const { id } = await aircraft();
      await ok(api.patch(`/aircraft/${id}`, { model: 'TR46-200' }));
      return { aircraft_id: id, changed: ['model'] };
    },
    'aircraft.deleted': async () => {
      const { id } = await aircraft();
      await ok(api.patch(`/aircraft/${id}`, { status: 'retired' }));
      await ok(api.delete(`/aircraft/${id}`));
      return { aircraft_id: id };
    },
    'aircraft.imported': async () => {
      const csv = 'registration,aircraft_type\nSE-KXZ,TR46';
      await ok(api.post('/aircraft/import', { csv }));
      return { created: 1, updated: 0 };
    },
    'directive.created': async () => ({ directive_id: (await directive()).id }),
    'directive.updated': async () => {
      const { id } = await directive();
      await ok(api.patch(`/directives/${id}`, { mandatory: false }));
      return { directive_id: id, changed: ['mandatory'] };
    },
    'directive.deleted': async () => {
      const { id } = await directive();
      await ok(api.delete(`/directives/${id}`));
      return { directive_id: id };
    },
    'directive.status_changed': async () => {
      const [{ id }, { id: aircraft_id }] = [await directive(), await aircraft()];
      await ok(api.post(`/aircraft/${aircraft_id}/directives/${id}/records`, { status: 'not_applicable', reason: 'Part not installed.', evidence: 'IPC 32-41' })); // prettier-ignore
      return { directive_id: id, aircraft_id, status: 'not_applicable' };
    },
    'assignment.created': async () => (await assignment()).named,
    'assignment.superseded': async () => {
      const { document, named } = await assignment();
      await publish({ world, admin }, document, '2');
      const { successor_id } = await ok(api.get(`/assignments/${named.assignment_id}`));
      return { ...named, successor_id };
    },
    'acknowledgement.signed': async () => {
      const { named, acknowledgement } = await assignment();
      await ok(sign(api, acknowledgement));
      return { acknowledgement_id: acknowledgement.id, ...named, user_id: admin.user.id };
    },
    'acknowledgement.overdue': async () => {
      const { named, acknowledgement } = await assignment();
      // Those of other acts stay silent.
      await world.sql.query(`UPDATE acknowledgements SET escalate_at = NULL WHERE organization_id = $1 AND id <> $2`, [
        organization.id,
        acknowledgement.id,
      ]);
      await passTime(world.sql, organization.id, 11);
      await runScheduledJob(world.sql, 'due-acknowledgements');
      return { acknowledgement_id: acknowledgement.id, ...named, user_id: admin.user.id };
    },
    'temporary_revision.created': async () => (await temporaryRevision()).data,
    'temporary_revision.updated': async () => {
      const { data, id } = await temporaryRevision();
      await ok(api.patch(`/temporary-revisions/${id}`, { number: 'TR 32-115' }));
      return { ...data, changed: ['number'] };
    },
    'temporary_revision.withdrawn': async () => {
      const { data, id } = await temporaryRevision();
      await ok(api.post(`/temporary-revisions/${id}/withdraw`));
      return data;
    },
    'temporary_revision.deleted': async () => {
      const { data, id } = await temporaryRevision({ effective_from: '2099-01-01T00:00:00Z' });
      await ok(api.delete(`/temporary-revisions/${id}`));
      return data;
    },
    'temporary_revision.review_required': async () => {
      const { data, base } = await temporaryRevision();
      const { revisionId } = await world.documents.revision(base, { version: '2', status: 'draft' });
      await ok(api.post(`/documents/${base.id}/revisions/${revisionId}/activate`));
      return data;
    },
    'discrepancy.reported': async () => ({ ...discrepancyOf(await report()), status: 'reported' }),
    'discrepancy.sent': async () => {
      const { id } = await report();
      const sent = await ok(api.post(`/discrepancies/${id}/send`, { channel: 'webhook' }));
      return { ...discrepancyOf(sent), status: 'sent', channel: 'webhook' };
    },
    'discrepancy.answered': async () => {
      const { id } = await report();
      const answered = await ok(api.post(`/discrepancies/${id}/answer`, { answer: 'Corrected in the next revision.' }));
      return { ...discrepancyOf(answered), status: 'answered' };
    },
    'discrepancy.closed': async () => {
      const { id } = await report();
      const rejected = await ok(api.post(`/discrepancies/${id}/reject`, { reason: 'The value is right.' }));
      return { ...discrepancyOf(rejected), status: 'rejected' };
    },
    'discrepancy.reopened': async () => {
      const { id } = await report();
      await ok(api.post(`/discrepancies/${id}/reject`, { reason: 'The value is right.' }));
      const reopened = await ok(api.post(`/discrepancies/${id}/reopen`));
      return { ...discrepancyOf(reopened), status: 'reported' };
    },
    'discrepancy.overdue': async () => {
      const overdue = await report();
      await world.sql.query(`UPDATE discrepancies SET due_on = current_date - 2 WHERE id = $1`, [overdue.id]);
      await runScheduledJob(world.sql, 'overdue-discrepancies');
      return { ...discrepancyOf(overdue), status: 'reported' };
    },
    'user.invited': async () => ({ user_id: (await invite('viewer')).id, role: 'viewer' }),
    'user.created': async () => ({ user_id: (await invite('api_user')).id, role: 'api_user' }),
    'user.updated': async () => {
      const { id } = await engineer();
      await ok(api.patch(`/users/${id}`, { name: 'New Name', role: 'manager' }));
      return { user_id: id, role: 'manager', status: 'active', changed: ['name', 'role'] };
    },
    'user.suspended': async () => {
      const { id } = await engineer();
      await ok(api.post(`/users/${id}/suspend`));
      return { user_id: id };
    },
    'user.deleted': async () => {
      const { id } = await engineer();
      await ok(api.delete(`/users/${id}`));
      return { user_id: id };
    },
    'security.refresh_reuse_detected': async () => {
      const { user, refreshToken } = await world.signIn({ organization });
      await ok(world.api.post('/auth/refresh', { refresh_token: refreshToken }));
      const [session] = await world.sql.query<{ id: string }>(
        `UPDATE sessions SET rotated_at = rotated_at - interval '1 minute',
           authenticated_at = authenticated_at - interval '1 minute' WHERE user_id = $1 RETURNING id`,
        [user.id],
      );
      expect((await world.api.post('/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
      return { user_id: user.id, session_id: session?.id };
    },
    'security.account_locked': async () => ({ user_id: await failedLogins(), reason: 'login_attempts' }),
    'security.mfa_changed': async () => {
      const { user, api: own } = await world.signIn({ organization });
      await new SecondFactors(world).app(own);
      return { user_id: user.id, change: 'method_added' };
    },
    'api_key.created': async () => ({ api_key_id: (await key()).id, user_id: admin.user.id }),
    'api_key.rotated': async () => {
      const { id } = await key();
      await ok(api.post(`/api-keys/${id}/rotate`, {}));
      return { api_key_id: id, user_id: admin.user.id };
    },
    'api_key.revoked': async () => {
      const { id } = await key();
      await ok(api.delete(`/api-keys/${id}`));
      return { api_key_id: id, user_id: admin.user.id };
    },
    'webhook.test': async () => {
      await ok(api.post(`/webhooks/${hook.id}/test`));
      return { webhook_id: hook.id };
    },
    'webhook.endpoint_disabled': async () => {
      const { id } = await registerWebhook(api);
      await ok(api.patch(`/webhooks/${id}`, { enabled: false }));
      expect(await api.listAll(`/webhooks/${id}/deliveries`)).toEqual([]);
      return { webhook_id: id, reason: 'manual' };
    },
  };
}
