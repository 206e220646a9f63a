import { createHash, randomUUID } from 'node:crypto';
import type { ApiClient } from '../../support/api/api-client.js';
import { errorOf, manualFields, uploadManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const sha256Of = (content: string): string => createHash('sha256').update(content).digest('hex');

describe('uploads that are repeated, nameless or have no room', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const once = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
  const upload = (api: ApiClient, content: string, headers: Record<string, string>, fields = {}, to = '/documents') =>
    api.upload(to, to === '/documents' ? manualFields(fields) : { version: 'Rev 5', ...fields }, { content }, headers);
  const blob = async (content: string): Promise<Record<string, unknown>> => {
    const [row] = await world.sql.query('SELECT puts, released_at FROM blobs WHERE sha256 = $1', [sha256Of(content)]);
    return row as Record<string, unknown>;
  };

  it('replay nothing of a document that went to another team', async () => {
    const organization = { id: admin.user.organizationId };
    const [own, other] = [await world.identity.team(organization), await world.identity.team(organization)];
    const manager = await world.signIn({ organization, role: 'manager', team: own });
    const key = once();
    const send = () => upload(manager.api, 'Fit the osmium seal.', key, { access: 'team' });
    const { status, body } = await send();
    expect([status, (await send()).status]).toEqual([202, 202]);
    expect((await admin.api.patch(`/documents/${body.data.id}`, { team_id: other.id })).status).toBe(200);
    const refused = await send();
    expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([404, null]);
    expect(refused.headers.get('etag')).toBeNull();
    expect(refused.text).not.toContain('Wheels');
    expect((await manager.api.get(`/documents/${body.data.id}`)).status).toBe(404);
    await admin.api.patch(`/documents/${body.data.id}`, { team_id: own.id });
    expect((await send()).body.data).toEqual(body.data);
  });

  it('replay nothing of a draft that was deleted', async () => {
    const { id } = await uploadManual(admin.api, 'Fit the iridium seal.', {}, 'a.txt');
    const key = once();
    const send = () => upload(admin.api, 'Fit the iridium seal twice.', key, {}, `/documents/${id}/revisions`);
    const { status, body } = await send();
    expect([status, (await send()).status]).toEqual([202, 202]);
    expect((await admin.api.delete(`/documents/${id}/revisions/${body.data.id}`)).status).toBe(204);
    expect((await send()).status).toBe(404);
  });

  it('count no put of a replay, and leave what is in use unreleased', async () => {
    const content = 'Fit the rhodium seal.';
    const key = once();
    for (let i = 0; i < 3; i += 1) expect((await upload(admin.api, content, key)).status).toBe(202);
    expect(await blob(content)).toEqual({ puts: 1, released_at: null });
    expect((await upload(admin.api, content, {}, { document_type: 'X' })).status).toBe(400);
    expect(await blob(content)).toEqual({ puts: 1, released_at: null });
    // Of two documents with the same file the one is deleted.
    const { id } = await uploadManual(admin.api, 'Another file.', {}, 'a.txt');
    const draft = await upload(admin.api, content, {}, { on_duplicate: 'revision' }, `/documents/${id}/revisions`);
    expect((await admin.api.delete(`/documents/${id}/revisions/${draft.body.data.id}`)).status).toBe(204);
    expect((await blob(content)).released_at).toBeNull();
  });

  it('call a file document that comes without a name', async () => {
    const form = Object.entries(manualFields()).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file =
      '--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nTorque 9 Nm.\r\n--x--\r\n';
    const response = await fetch(`${world.service.baseUrl}/api/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: form.join('') + file,
    });
    expect(response.status).toBe(202);
    const { data } = (await response.json()) as { data: { revision: { id: string } } };
    const rows = await world.sql.query('SELECT file_name FROM document_revisions WHERE id = $1', [data.revision.id]);
    expect(rows).toEqual([{ file_name: 'document' }]);
  });

  it('are refused, and leave nothing, where less than the reserve is free', async () => {
    const full = await startWorld({
      beside: world.service,
      env: { INGESTION_CONCURRENCY: '0', STORAGE_RESERVE_BYTES: '1099511627776' },
    });
    const api = full.api.withBearer(admin.accessToken);
    const refused = await upload(api, 'No room for this.', {});
    expect(errorOf(refused)).toEqual({ status: 503, reason: 'storage' });
    expect((await api.get('/documents')).status).toBe(200);
    expect(await blob('No room for this.')).toBeUndefined();
    await full.stop();
  });
});
