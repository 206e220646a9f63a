import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf, readyManual } from '../../support/manuals/manual.js';
import { downloadPackage, fileOutcome, madePackage } from '../../support/scenes/offline-scene.js';
import { IN_FORCE, issued } from '../../support/scenes/temporary-revision-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const DAY_MS = 86_400_000;

describe('temporary revisions of packages', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let admin: SignedIn;
  let base: Json;
  let overlay: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
  });
  let manuals = 0;
  beforeEach(async () => {
    manuals += 1;
    base = await readyManual(admin.api, `Torque nut ${manuals} to 100 Nm.`, { title: 'Manual' });
    overlay = await readyManual(admin.api, `Torque nut ${manuals} to 110 Nm.`, { title: 'TR 32-114' });
  });
  afterAll(() => world.stop());

  const request = (document_ids: unknown[], more: object = {}): Promise<ApiResponse> =>
    admin.api.post('/offline-packages', { document_ids, valid_days: 7, ...more });
  /** Marks of the first page of each document. */
  const marksIn = async (id: unknown): Promise<Record<string, unknown>[][]> => {
    const html = Buffer.from(unzipSync(await downloadPackage(world, admin, id as string))['index.html']!).toString();
    return [...html.matchAll(/data-block="pages">([^<]*)</g)].map(([, block]) => {
      const [first] = JSON.parse(gunzipSync(Buffer.from(block!, 'base64')).toString()) as [unknown[]];
      return (first[4] as { temporary_revisions?: Record<string, unknown>[] } | undefined)?.temporary_revisions ?? [];
    });
  };

  it('need their document, and travel with their periods', async () => {
    const until = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const { id } = await issued(admin.api, base, overlay, { effective_until: until });
    expect(errorOf(await request([base.id]))).toMatchObject({ status: 409, reason: 'temporary_revision_not_chosen' });
    const made = await madePackage(admin, { document_ids: [base.id, overlay.id], valid_days: 7 });
    const [beneath, own] = await marksIn(made.id);
    expect(beneath).toMatchObject([
      { id, role: 'beneath', action: 'replace', document_id: overlay.id, page_numbers: [1], effective_until: until },
    ]);
    expect(own).toMatchObject([{ id, role: 'overlay', status: 'in_force', document_id: base.id }]);
    await admin.api.delete(`/offline-packages/${made.id as string}`);
  });

  it('that take effect while the package is valid travel, too', async () => {
    const soon = new Date(Date.now() + 2 * DAY_MS).toISOString();
    const { id } = await issued(admin.api, base, overlay, { effective_from: soon });
    expect(errorOf(await request([base.id])).reason).toBe('temporary_revision_not_chosen');
    const made = await madePackage(admin, { document_ids: [base.id, overlay.id], valid_days: 7 });
    expect(await marksIn(made.id)).toMatchObject([
      [{ id, role: 'beneath', status: 'scheduled', effective_from: soon }],
      [{ id, role: 'overlay', status: 'scheduled' }],
    ]);
    const brief = await madePackage(admin, { document_ids: [base.id], valid_days: 1 });
    expect((await marksIn(brief.id))[0]).toMatchObject([{ id, document_id: null, page_numbers: [] }]);
    for (const one of [made, brief]) await admin.api.delete(`/offline-packages/${one.id as string}`);
  });

  it('end a package when one changes, and are refused when they are over', async () => {
    const before = await madePackage(admin, { document_ids: [base.id] });
    const { id } = await issued(admin.api, base, overlay, { effective_from: IN_FORCE });
    expect(await fileOutcome(world, admin, before.id as string)).toEqual([410, 'temporary_revision_changed']);
    expect((await ok(admin.api.get(`/offline-packages/${before.id as string}`))).status).toBe('superseded');
    await ok(admin.api.post(`/temporary-revisions/${id as string}/withdraw`));
    expect(errorOf(await request([overlay.id]))).toMatchObject({
      ...{ status: 409, reason: 'temporary_revision_not_in_force' },
    });
    expect((await madePackage(admin, { document_ids: [base.id] })).status).toBe('ready');
  });
});
