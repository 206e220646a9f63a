import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { unzipSync } from 'fflate';
import type { Json } from '../../support/api/api-client.js';
import { readyManual } from '../../support/manuals/manual.js';
import { downloadPackage, madePackage, manifestOf } from '../../support/scenes/offline-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

/** Number, label, text and letters of a page, and the statements that decide. */
type PackedPage = [number, string | null, string, string, { statements: unknown[] }?];

const sample = (name: string): Promise<Buffer> => readFile(path.join(projectRoot(), 'samples', name));

describe('packages of the sample library', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let ids: Record<'manual' | 'bulletin' | 'directive', string>;
  const aircraft: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    for (const table of ['aircraft', 'modifications'])
      await ok(admin.api.post('/aircraft/import', { table, csv: String(await sample(`fleet/${table}.csv`)) }));
    for (const { id, registration } of (await ok(admin.api.get('/aircraft?limit=100'))) as Json[])
      aircraft[registration] = id;
    const read = async (name: string, fields: Record<string, string>): Promise<string> =>
      (await readyManual(admin.api, await sample(`pdf/${name}.pdf`), { aircraft_type: 'TR46', ...fields }))
        .id as string;
    const effectivity = 'MSN 5001-5073';
    ids = {
      manual: await read('amm-tr46-32-landing-gear', { document_number: 'AMM-TR46-32', effectivity: 'ALL' }),
      bulletin: await read('sb-tr46-32-018-rev-1', {
        document_type: 'SB',
        document_number: 'SB TR46-32-018',
        effectivity,
      }),
      directive: await read('ad-cadn-2026-0031', {
        document_type: 'AD',
        document_number: 'AD CADN-2026-0031',
        effectivity,
      }),
    };
  });
  afterAll(() => world.stop());

  const packed = async (registrations: string[]): Promise<{ payload: Json; pages: PackedPage[] }> => {
    const aircraft_ids = registrations.map((registration) => aircraft[registration]);
    const { id } = await madePackage(admin, { document_ids: Object.values(ids), aircraft_ids });
    const zip = await downloadPackage(world, admin, id as string);
    const html = Buffer.from(unzipSync(zip)['index.html']!).toString();
    const [, block] = /data-block="pages">([^<]*)</.exec(html)!;
    return { payload: manifestOf(zip).payload, pages: JSON.parse(String(gunzipSync(Buffer.from(block!, 'base64')))) };
  };

  it('leave out the bulletin and the directive for an aircraft to which they do not apply', async () => {
    const { payload, pages } = await packed(['SE-KXG']);
    expect(payload.documents).toMatchObject([{ id: ids.manual, document_number: 'AMM-TR46-32' }]);
    expect((payload.left_out as Json[]).map(({ id }) => id as string)).toEqual([ids.bulletin, ids.directive]);
    expect(pages).toHaveLength(payload.documents[0].page_count as number);
  });

  it('tell the tasks before and after the bulletin apart', async () => {
    const { payload, pages } = await packed(['SE-KXD', 'SE-KXB']);
    expect((payload.documents as Json[]).map(({ applicability }) => applicability as unknown)).toMatchObject([
      [{ verdict: 'applicable' }, { verdict: 'applicable' }],
      [{ verdict: 'applicable' }, { verdict: 'applicable' }],
      [{ verdict: 'applicable' }, { verdict: 'applicable' }],
    ]);
    // SE-KXB has the bulletin embodied, SE-KXD has not.
    const before = pages.find(([, , text]) => text.includes('84 to 92 N·m (743'))!;
    const after = pages.find(([, , text]) => text.includes('118 to 126 N·m'))!;
    expect([before[3], before[4]!.statements]).toEqual([
      'an',
      expect.arrayContaining([['PRE SB TR46-32-018', 'an', 1455]]),
    ]);
    expect([after[3], after[4]!.statements]).toEqual(['na', [['POST SB TR46-32-018', 'na', 1692]]]);
  });
});
