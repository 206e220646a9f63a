import { untilRead, uploadManual } from '../../support/manuals/manual.js';
import { dataModule, REMOVAL } from '../../support/manuals/s1000d-modules.js';
import { picturePdf, scannedPage } from '../../support/manuals/scanned-page.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';
import { zipOf } from '../../support/manuals/zip-factory.js';

/** Enough that each is in the middle when it is cut off: a page is stored once the four behind it are read. */
const [SCANS, MODULES] = [7, 24];

describe('reading of scans and of packages that is cut off', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ env: { INGESTION_CONCURRENCY: '2' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  /** Everything that was read, without ids. */
  const pagesOf = (id: string) =>
    world.sql.query<{ page_number: number; ocr_confidence: number | null }>(
      `SELECT p.page_number, p.label, p.text, p.blocks, p.boxes, p.error, p.ocr_confidence,
         encode(p.content_hash, 'hex') AS hash FROM pages p JOIN document_revisions r ON r.id = p.revision_id
       WHERE r.document_id = $1 ORDER BY p.page_number`,
      [id],
    );
  const passagesOf = (id: string) =>
    world.sql.query(
      `SELECT ordinal, page_number, kind, section, text, start_offset, end_offset, notices, identifiers,
         encode(sha256(e.vector), 'hex') AS vector
       FROM passages p JOIN passage_embeddings e ON e.passage_id = p.id WHERE document_id = $1 ORDER BY ordinal`,
      [id],
    );
  const midway = (id: string) =>
    until(
      () => pagesOf(id),
      (pages) => pages.length >= 1,
    );

  it('ends as if it had not been', async () => {
    const scans = await Promise.all(
      Array.from({ length: SCANS }, (_, i) =>
        scannedPage([`24-31-0${i} MAIN BATTERY`, '', `Charge the battery at ${i + 4} amperes for ten hours.`]),
      ),
    );
    const scan = await picturePdf(scans.map((picture) => ({ picture })));
    const modules = Array.from({ length: MODULES }, (_, i): [string, string] => [
      `DMC-SKARV46-A-32-41-${String(i).padStart(2, '0')}-00A-520A-A_003-00_EN-US.XML`,
      dataModule(REMOVAL, { assembly: String(i).padStart(2, '0'), technicalName: `Wheel ${i}` }),
    ]);
    const files: [Buffer, string][] = [
      [scan, 'scan.pdf'],
      [zipOf(Object.fromEntries(modules)), 'package.zip'],
    ];
    const upload = async () => {
      const ids: string[] = [];
      // Another organization, because this one has the files already.
      const other = await world.signIn({ role: 'admin' });
      for (const [file, name] of files) ids.push((await uploadManual(other.api, file, {}, name)).id as string);
      for (const id of ids) await untilRead(other.api, id);
      return ids;
    };

    const cut: string[] = [];
    for (const [i, [file, name]] of files.entries()) {
      const id = (await uploadManual(admin.api, file, {}, name)).id as string;
      await midway(id);
      await world.service.kill('SIGKILL');
      expect((await pagesOf(id)).length).toBeLessThan([SCANS, MODULES][i]!);
      await world.service.restart();
      expect((await untilRead(admin.api, id)).ingestion).toEqual({ state: 'ready', error: null });
      cut.push(id);
    }

    const whole = await upload();
    for (const [i, id] of whole.entries()) {
      const [pages, passages] = [await pagesOf(id), await passagesOf(id)];
      expect(pages.length).toBeGreaterThanOrEqual([SCANS, MODULES][i]!);
      expect(await pagesOf(cut[i]!)).toEqual(pages);
      expect(await passagesOf(cut[i]!)).toEqual(passages);
    }
    const [first] = await pagesOf(whole[0]!);
    expect(first!.ocr_confidence).toBeGreaterThan(60);
  });
});
