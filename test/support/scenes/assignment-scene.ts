import type { TestDocument } from '../../factories/document.factory.js';
import type { ApiClient, ApiResponse, Json } from '../api/api-client.js';
import type { TestSql } from '../database/test-sql.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';
import { ok } from './webhook-acts.js';

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Recipients of the type. */
export const people = (...ids: string[]): Json[] => ids.map((id) => ({ type: 'user', id }));
export const teams = (...ids: string[]): Json[] => ids.map((id) => ({ type: 'team', id }));

/** The answer of `POST /assignments`, due in ten days. */
export const assign = (
  api: ApiClient,
  document: Pick<TestDocument, 'id'>,
  recipients: Json[],
  more: Json = {},
): Promise<ApiResponse> =>
  api.post('/assignments', { document_id: document.id, recipients, due_at: inDays(10), ...more });

/** The caller's acknowledgements, newest first. */
export const mine = async (api: ApiClient, query = ''): Promise<Json[]> =>
  (await ok(api.get(`/acknowledgements${query}`))) as Json[];

/** Signs what the acknowledgement shows. */
export const sign = (api: ApiClient, { id, revision }: Json, more: Json = {}): Promise<ApiResponse> =>
  api.post(`/acknowledgements/${id}/sign`, { content_sha256: revision.content_sha256, ...more });

/** Adds a revision and makes it the active one. */
export async function publish(
  { world, admin }: { world: TestWorld; admin: SignedIn },
  document: TestDocument,
  version: string,
): Promise<string> {
  const { revisionId } = await world.documents.revision(document, { version, status: 'draft' });
  await ok(admin.api.post(`/documents/${document.id}/revisions/${revisionId}/activate`));
  return revisionId;
}

/** Everything pending of the organization becomes due, as if so much time had passed. */
export async function passTime(sql: TestSql, organizationId: string, days: number): Promise<void> {
  await sql.query(
    `UPDATE acknowledgements SET due_at = due_at - make_interval(days => $2), remind_at = remind_at - make_interval(days => $2),
       escalate_at = escalate_at - make_interval(days => $2) WHERE organization_id = $1`,
    [organizationId, days],
  );
}

/** Starts a scheduled job, which a worker otherwise runs every minute. */
export async function runScheduledJob(sql: TestSql, name: string): Promise<void> {
  await sql.query(`INSERT INTO jobs.job (name, data) VALUES ($1, '{}')`, [name]);
}
