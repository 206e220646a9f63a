import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import { citedText, uploadManual } from '../../support/manuals/manual.js';
import { fetchImage, InkMap } from '../../support/manuals/page-images.js';
import { SAMPLE_EXPECTATIONS } from '../../support/manuals/sample-expectations.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Entry of samples/library.json; the other keys are fields of the upload. */
type Entry = Record<'file' | 'sha256' | 'version' | 'revision_date', string> & {
  folder?: string;
  supersedes_file?: string;
};

const samples = path.join(projectRoot(), 'samples');
const everything = JSON.parse(readFileSync(path.join(samples, 'library.json'), 'utf8')) as Entry[];
/** Every format and every document of two revisions. The large manuals are read where the demonstration is tested. */
const library = everything.filter(
  ({ file, folder, supersedes_file: before }) =>
    folder !== undefined || before !== undefined || everything.some((entry) => entry.supersedes_file === file),
);
const SCANS = ['cmm-33-42-05-scan.pdf', 'tq-5031-0412-fax.tif'];

describe('the sample library', () => {
  let world: TestWorld;
  let admin: SignedIn;
  /** Document and revision by the name of their file. */
  const filed = new Map<string, { document: string; revision: string }>();

  const uploaded = async (entry: Entry): Promise<void> => {
    const { file, folder = 'pdf', supersedes_file: before, sha256, ...fields } = entry;
    const content = readFileSync(path.join(samples, folder, file));
    const earlier = before === undefined ? undefined : filed.get(before)!;
    if (!earlier) {
      const { id, revision } = await uploadManual(admin.api, content, fields, file);
      expect(revision.content_sha256).toBe(sha256);
      filed.set(file, { document: id as string, revision: revision.id as string });
      return;
    }
    const { version, revision_date } = fields;
    const { status, body } = await admin.api.upload(
      `/documents/${earlier.document}/revisions`,
      { version, revision_date },
      { content, name: file },
    );
    expect([file, status]).toEqual([file, 202]);
    filed.set(file, { document: earlier.document, revision: body.data.id as string });
  };

  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    for (const entry of library) await uploaded(entry);
  });
  afterAll(() => world.stop());

  const pageOf = async (file: string, page: number): Promise<Json> => {
    const { document, revision } = filed.get(file)!;
    const { status, body } = await admin.api.get(`/documents/${document}/pages/${page}?revision_id=${revision}`);
    expect([file, status]).toEqual([file, 200]);
    return body.data;
  };
  const passagesOf = (file: string, page: number) =>
    world.sql.query<{ text: string; section: string[]; notices: { text: string }[]; facts: { effectivity?: Json[] } }>(
      'SELECT text, section, notices, facts FROM passages WHERE revision_id = $1 AND page_number = $2 ORDER BY ordinal',
      [filed.get(file)!.revision, page],
    );

  it('is read completely, in every format', async () => {
    for (const { file, supersedes_file: before } of library) {
      const { document, revision } = filed.get(file)!;
      const at = `/documents/${document}/revisions/${revision}`;
      const look = async () => (await admin.api.get(at)).body.data.ingestion.state as string;
      const state = await until(look, (found) => ['ready', 'failed'].includes(found));
      expect([file, state]).toEqual([file, 'ready']);
      if (before !== undefined) expect((await admin.api.post(`${at}/activate`)).status).toBe(200);
    }
  });

  it.each(SAMPLE_EXPECTATIONS)('$file says $value on page $page', async (expected) => {
    const { file, page: number, value, quantity, section, notice, without, effectivity } = expected;
    const page = await pageOf(file, number);
    expect(page.text).toContain(value);
    if (quantity) expect(page.quantities).toContainEqual(expect.objectContaining(quantity));
    const passages = await passagesOf(file, number);
    const passage = passages.find(({ text }) => text.includes(value))!;
    if (section) expect(passage.section.join(' > ')).toContain(section);
    const noticesOf = (row: typeof passage) => row.notices.map(({ text }) => text);
    const governing = notice === undefined ? undefined : expect.stringContaining(notice);
    if (governing) expect(noticesOf(passage)).toContainEqual(governing);
    if (without) {
      const other = passages.find(({ text }) => text.includes(without))!;
      expect(noticesOf(other)).not.toContainEqual(governing);
    }
    if (effectivity) expect(passage.facts.effectivity?.map((one) => one.value as string)).toContain(effectivity);
  });

  it.each(SAMPLE_EXPECTATIONS)('$search finds $file, quoted from its page', async ({ file, page, search }) => {
    const { body } = await admin.api.post('/search/passages', { query: search, limit: 10 });
    const { document, revision } = filed.get(file)!;
    const found = (body.data as Json[]).find((one) => one.document_id === document && one.page_number === page);
    expect(found).toMatchObject({ revision_id: revision, superseded: false });
    expect(await citedText(admin.api, found)).toBe(found.quote);
  });

  it.each([...new Set(SAMPLE_EXPECTATIONS.map(({ file }) => file))])(
    'page images of %s have ink on them',
    async (file) => {
      const { document } = filed.get(file)!;
      const { status, bytes } = await fetchImage(world, admin, `/documents/${document}/pages/1/image?format=png`);
      expect(status).toBe(200);
      const ink = await InkMap.of(bytes);
      expect(ink.share({ x: 0, y: 0, width: ink.width, height: ink.height }, ink.width)).toBeGreaterThan(0.005);
    },
  );

  it.each(SCANS)('%s says how surely it was read', async (file) => {
    expect((await pageOf(file, 1)).ocr_confidence).toBeGreaterThan(70);
  });

  it('keeps superscripts and the footnote of the Word file', async () => {
    const { text } = await pageOf('eo-skr-24-0107.docx', 1);
    expect(text).toContain('0.5 × 10⁻³ ohm');
    expect(text).toContain('70 mm²');
    expect(text).toContain('Footnote 1: The thread of the clamp has a dry-film lubricant');
  });

  it('shows what an issue of the task card changed, and which one is superseded', async () => {
    const [before, after] = ['tc-tr46-71-020-issue-1.pdf', 'tc-tr46-71-020-issue-2.pdf'].map((file) =>
      filed.get(file)!,
    );
    const at = `/documents/${before!.document}`;
    const { data } = (await admin.api.get(`${at}/revisions/diff?from=${before!.revision}&to=${after!.revision}`)).body;
    expect(data.summary).toMatchObject({ pages_added: 1, pages_removed: 0 });
    const changed = (data.pages as Json[]).find((page) => page.change === 'changed' && page.page_number_to === 3);
    const said = (op: string) =>
      (changed.lines as Json[]).filter((line) => line.op === op).map(({ text }) => text as string);
    expect(said('removed').join(' ')).toContain('108 to 114 N·m (956 to 1009 lbf·in)');
    expect(said('added').join(' ')).toContain('96 to 102 N·m (850 to 903 lbf·in)');
    expect(data.pages).toContainEqual(expect.objectContaining({ change: 'added', page_number_to: 4 }));

    const document = (await admin.api.get(at)).body.data;
    expect(document).toMatchObject({ version: 'Issue 2', status: 'active', supersedes: before!.revision });
    const old = (await admin.api.get(`${at}/pages/3?revision_id=${before!.revision}`)).body.data;
    expect(old).toMatchObject({ status: 'superseded', version: 'Issue 1' });
    const query = 'torque of the bolts TA71-21015-1 108 to 114 N·m';
    const filters = { document_ids: [before!.document] };
    const revisionsOf = async (more: object) => {
      const { body } = await admin.api.post('/search/passages', { query, filters: { ...filters, ...more } });
      return (body.data as Json[]).map((one) => [one.revision_id, one.superseded] as unknown[]);
    };
    expect(await revisionsOf({})).not.toContainEqual([before!.revision, expect.anything()]);
    expect(await revisionsOf({ include_superseded: true })).toContainEqual([before!.revision, true]);
  });
});
