import type { Client } from '@modelcontextprotocol/client';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../../support/api/api-client.js';
import { readyManual, section, unlike } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { called, mcpClient } from '../../support/peers/mcp-client.js';
import { IN_FORCE, issued } from '../../support/scenes/temporary-revision-scene.js';
import { until } from '../../support/until.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const QUESTION = 'What is the torque of the brake attachment bolts?';
const QUERY = { query: 'torque brake attachment bolts' };
const STEP = (torque: string): string => `B. Tighten the eight attachment bolts to ${torque} in a crosswise sequence.`;
const NOTICE = /^TEMPORARY REVISION: TR 32-114 replaces page 2 of Wheels and brakes\. Do not work by/;

const page = (torque: string) =>
  section('32-41-12 Brake unit installation', [
    'A. Install the brake unit on the torque flange.',
    STEP(torque),
    'C. Bleed the hydraulic line until no air bubbles come out of the bleed valve.',
  ]);
const manualFile = (): Promise<Buffer> =>
  placedPdf([
    section('32-41-11 Main wheel removal', ['A. Put the aircraft on jacks.', 'B. Pull the wheel off the axle.']),
    page('100 Nm'),
    section('24-31-00 Main battery servicing', ['The main battery gives 28 volts to the essential bus.']),
  ]);

describe('a temporary revision in force', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let reader: SignedIn;
  let client: Client;
  let base: Json;
  let overlay: Json;
  let sessionId: string;
  let id: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ role: 'admin', organization });
    reader = await world.signIn({ role: 'engineer', organization });
    await admin.api.patch('/settings', { answer_min_confidence: 0.5 });
    base = await readyManual(admin.api, await manualFile());
    const before = await admin.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: QUESTION });
    sessionId = before.body.data.session_id as string;
    expect(before.body.data.messages[1].content).toContain('100 Nm');
    overlay = await readyManual(admin.api, await placedPdf([page('110 Nm')]), { title: 'TR 32-114', version: '1' });
    const scopes = ['document.view', 'document.search', 'chat.use'] as const;
    const { key } = await world.identity.apiKey(admin.user, { scopes });
    client = await mcpClient(world.service.baseUrl, { 'x-api-key': key }, 'auto');
    const scheduled = { effective_from: '2099-01-01T00:00:00Z', pages: [replacing(2)] };
    id = (await issued(admin.api, base, overlay, scheduled)).id as string;
  });
  afterAll(async () => {
    await client.close();
    await world.stop();
  });

  const replacing = (number: number): Json => ({ action: 'replace', page_number: number, overlay_pages: [1] });
  const change = async (body: Json): Promise<void> => {
    expect((await admin.api.patch(`/temporary-revisions/${id}`, body)).status).toBe(200);
  };
  const ask = async (by = admin): Promise<Json> =>
    (await by.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: QUESTION })).body.data.messages[1];
  const stored = async (): Promise<Json> =>
    ((await admin.api.get(`/chat/sessions/${sessionId}/messages`)).body.data as Json[]).findLast(
      ({ role }) => role === 'assistant',
    )!;
  const citedIn = ({ citations }: Json): string[] => (citations as Json[]).map((one) => one.document_id as string);

  it('has no effect while it is scheduled', async () => {
    const answer = await ask();
    expect(answer.content).toContain('100 Nm');
    expect(answer.content).not.toContain('110 Nm');
    expect(new Set(citedIn(answer))).toEqual(new Set([base.id]));
    expect((await stored()).content).not.toContain('TEMPORARY');
  });

  it('answers in place of the page beneath, which is never quoted', async () => {
    await change({ effective_from: IN_FORCE });
    const answer = await ask();
    expect(answer).toMatchObject({ answer_status: 'grounded' });
    expect(answer.content).toContain('110 Nm');
    expect(JSON.stringify(answer)).not.toContain('100 Nm');
    const [cited] = answer.citations as Json[];
    expect(cited).toMatchObject({ document_id: overlay.id, page_number: 1, superseded: false });
    expect(cited!.temporary_revisions).toMatchObject([
      { id, role: 'overlay', status: 'in_force', document_id: base.id, page_numbers: [2] },
    ]);
    const tool = await called(client, 'ask', { question: QUESTION });
    expect(tool.text).toContain('110 Nm');
    expect(tool.text).not.toContain('100 Nm');

    const old = await stored();
    expect(old.content).toMatch(NOTICE);
    expect(old.warnings[0]).toMatchObject({ kind: 'temporary_revision' });
    expect(old.citations[0].temporary_revisions).toMatchObject([{ id, role: 'beneath', action: 'replace' }]);
    const exported = await admin.api.get(`/chat/sessions/${sessionId}/export?format=md`, { accept: '*/*' });
    expect(exported.text).toContain('changed by TR 32-114');
    const next = await admin.api.post(`/chat/sessions/${sessionId}/messages`, { content: QUESTION });
    expect(JSON.stringify(next.body.data)).not.toContain('100 Nm');
    expect(next.body.data.content).toContain('110 Nm');
  });

  it('is found before the page beneath, which is marked', async () => {
    const passages = (await admin.api.post('/search/passages', QUERY)).body.data as Json[];
    const places = passages.map((one) => `${one.document_id} ${one.page_number}`);
    const [above, beneath] = [places.indexOf(`${overlay.id} 1`), places.indexOf(`${base.id} 2`)];
    expect([above, beneath]).not.toContain(-1);
    expect(above).toBeLessThan(beneath);
    expect(passages[beneath]!.temporary_revisions).toMatchObject([{ id, role: 'beneath', document_id: overlay.id }]);
    expect(passages[above]!.temporary_revisions).toMatchObject([{ id, role: 'overlay', status: 'in_force' }]);
    const documents = (await admin.api.post('/search/documents', QUERY)).body.data as Json[];
    expect(documents.slice(0, 2).map((one) => one.id as string)).toEqual([overlay.id, base.id]);
    const match = (documents[1]!.matches as Json[]).find(({ page_number }) => page_number === 2)!;
    expect(match.temporary_revisions).toMatchObject([{ id, role: 'beneath' }]);
    const read = await called(client, 'get_page', { document_id: base.id, page_number: 2 });
    expect(read.text).toContain(`NOT TO BE USED: temporary revision TR 32-114 (${id}) replaces this page.`);
    const found = await called(client, 'search_passages', QUERY);
    expect(found.text).toContain('NOT TO BE USED');
    expect(found.text).toContain('110 Nm');
    expect(found.text).not.toContain('100 Nm');
    expect(read.text).toContain('Do not work by this page: changed by TR 32-114.');
    expect(read.text).not.toContain('The revision is active.');
  });

  it('refuses those who cannot read it, and says why', async () => {
    const team = await world.identity.team(organization);
    expect((await admin.api.patch(`/documents/${overlay.id}`, { access: 'team', team_id: team.id })).status).toBe(200);
    const answer = await ask(reader);
    expect(answer).toMatchObject({ answer_status: 'refused', refusal_reason: 'changed_by_temporary_revision' });
    expect(answer.content).toContain('TR 32-114 replaces it; you cannot read its pages');
    expect(JSON.stringify(answer)).not.toMatch(/1[01]0 Nm/);
    expect(JSON.stringify(answer)).not.toContain(overlay.id);
    const hits = (await reader.api.post('/search/passages', QUERY)).body.data as Json[];
    const beneath = hits.find(({ document_id, page_number }) => document_id === base.id && page_number === 2)!;
    expect(beneath.temporary_revisions).toMatchObject([{ id, document_id: null, page_numbers: [] }]);
    expect((await admin.api.patch(`/documents/${overlay.id}`, { access: 'organization' })).status).toBe(200);
  });

  it('ends with its time, and then answers no more', async () => {
    await change({ effective_until: '2026-02-01T00:00:00Z' });
    const answer = await ask();
    expect(answer.content).toContain('100 Nm');
    expect(JSON.stringify(answer)).not.toContain('110 Nm');
    expect((await stored()).content).not.toContain('TEMPORARY');
    const passages = (await admin.api.post('/search/passages', QUERY)).body.data as Json[];
    const above = passages.find(({ document_id }) => document_id === overlay.id)!;
    expect(above).toMatchObject({ superseded: true, temporary_revisions: [{ id, status: 'expired' }] });
    await change({ effective_until: null });
  });

  it('cancels a page without another, and the question is refused', async () => {
    await change({ pages: [{ action: 'cancel', page_number: 2 }] });
    const question = 'To which torque do I tighten the eight attachment bolts of the brake unit?';
    const filters = { document_ids: [base.id] };
    const body = { copilot_type: 'mro', initial_message: question, filters };
    const answer = (await admin.api.post('/chat/sessions', body)).body.data.messages[1];
    expect(answer).toMatchObject({ answer_status: 'refused', refusal_reason: 'changed_by_temporary_revision' });
    expect(answer.content).toContain('TR 32-114 cancels it');
    expect(JSON.stringify(answer)).not.toContain('100 Nm');
  });

  const addRevision = async (version: string, content: Uint8Array): Promise<string> => {
    const path = `/documents/${base.id}/revisions`;
    const added = await admin.api.upload(path, { version }, { content, name: 'manual.pdf' });
    const revisionId = added.body.data.id as string;
    const revisions = async (): Promise<Json[]> => (await admin.api.get(path)).body.data as Json[];
    await until(revisions, (all) => all.some((one) => one.id === revisionId && one.ingestion.state === 'ready'));
    return revisionId;
  };

  it('stays in force in a later revision, and keeps the earlier one out of answers', async () => {
    await change({ pages: [replacing(2)] });
    const revisionId = await addRevision('Rev 5', unlike(await manualFile()));
    await admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`);
    expect((await admin.api.get(`/temporary-revisions/${id}`)).body.data).toMatchObject({
      ...{ status: 'in_force', needs_review: true, pages: [{ current_page_number: 2 }] },
    });
    const filters = { include_superseded: true };
    const body = { copilot_type: 'mro', initial_message: QUESTION, filters };
    const answer = (await admin.api.post('/chat/sessions', body)).body.data.messages[1];
    expect(answer.content).toContain('110 Nm');
    expect(JSON.stringify(answer)).not.toContain('100 Nm');
    const image = `/documents/${base.id}/pages/2/image`;
    expect((await admin.api.get(image, { accept: '*/*' })).headers.get('x-temporary-revision')).toBe(id);
    expect(
      (await admin.api.get(`/documents/${base.id}/pages/1/image`, { accept: '*/*' })).headers.get(
        'x-temporary-revision',
      ),
    ).toBeNull();
  });

  it('ends with the revision that incorporates it', async () => {
    const revisionId = await addRevision('Rev 6', await placedPdf([page('111 Nm')]));
    await change({ incorporated_by_revision_id: revisionId });
    expect((await ask()).content).toContain('110 Nm');
    await admin.api.post(`/documents/${base.id}/revisions/${revisionId}/activate`);
    const answer = await ask();
    expect(answer.content).toContain('111 Nm');
    expect(JSON.stringify(answer)).not.toContain('110 Nm');
    expect((await admin.api.get(`/temporary-revisions/${id}`)).body.data.status).toBe('incorporated');
  });
});
