import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { errorOf } from '../../support/manuals/manual.js';
import { commentedZip, forged, zipOf } from '../../support/manuals/zip-factory.js';
import { importFiles } from '../../support/scenes/import-scene.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('the archive of an import', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  it.each<[string, Buffer, string]>([
    ['that is damaged', zipOf({ 'a.txt': 'a'.repeat(500) }, 0).subarray(0, 300), 'corrupt'],
    ['that unpacks to too much', zipOf({ 'a.txt': new Uint8Array(64 * 1024 ** 2) }), 'archive_ratio'],
    ['with endless comments', commentedZip(40), 'archive_directory'],
    ['with an unknown column', zipOf({ 'manifest.csv': 'path,torque\na.txt,5\n', 'a.txt': 'a' }), 'manifest_invalid'],
    ['with a broken manifest', zipOf({ 'manifest.csv': 'path,title\n"a.txt,5\n' }), 'manifest_invalid'],
    ['with an unreadable manifest', encrypted(zipOf({ 'manifest.csv': 'path\n', 'a.txt': 'a' })), 'manifest_invalid'],
    ['that claims to be beyond all bounds', boundless(), 'corrupt'],
    ['with a path twice', zipOf({ 'manifest.csv': 'path\na.txt\na.txt\n' }), 'manifest_invalid'],
    ['with no array', zipOf({ 'manifest.json': '{"path": "a"}' }), 'manifest_invalid'],
    ['with NUL in its manifest', zipOf({ 'manifest.json': '[{"path": "a\\u0000"}]' }), 'manifest_invalid'],
  ])('%s makes the import fail', async (_name, archive, code) => {
    const { made, items } = await importFiles(admin.api, archive);
    expect(made).toMatchObject({ state: 'failed', error: { code, message: expect.stringMatching(/\.$/) } });
    expect(items).toEqual([]);
    const blobs = await world.sql.query(`SELECT 1 FROM imports WHERE id = $1 AND content_sha256 IS NOT NULL`, [
      made.id,
    ]);
    expect(blobs).toEqual([]);
  });

  it.each<[string, Record<string, string>, Buffer, number, string]>([
    ['no ZIP archive', {}, Buffer.from('%PDF-1.7'), 415, 'file_type'],
    ['an unknown field', { priority: 'high' }, zipOf({ a: 'a' }), 400, 'priority'],
    ['rules that are no JSON', { rules: 'AMM' }, zipOf({ a: 'a' }), 400, 'rules'],
    ['a rule without a path', { rules: '[{"document_type": "AMM"}]' }, zipOf({ a: 'a' }), 400, 'rules.0.path'],
    ['a rule with a title', { rules: '[{"path": "a", "title": "a"}]' }, zipOf({ a: 'a' }), 400, 'rules.0.title'],
    ['a rule of another type', { rules: '[7]' }, zipOf({ a: 'a' }), 400, 'rules.0'],
    ['NUL in a rule', { rules: '[{"path": "\\u0000"}]' }, zipOf({ a: 'a' }), 400, 'rules'],
    ['too many rules', { rules: JSON.stringify(Array(51).fill({ path: 'a' })) }, zipOf({ a: 'a' }), 400, 'rules'],
    ['no truth value', { dry_run: 'yes' }, zipOf({ a: 'a' }), 400, 'dry_run'],
  ])('is refused with %s', async (_name, fields, content, status, subject) => {
    const response = await admin.api.upload('/imports', fields, { content, name: 'library.zip' });
    const { reason, field } = errorOf(response);
    expect([response.status, reason ?? field]).toEqual([status, subject]);
  });

  it('may have files with unusable names or a password, and damaged ones', async () => {
    // Without the flag for UTF-8, names are in code page 437.
    const names = ['a.txt', '../b.txt', `${'c/'.repeat(300)}c.txt`, 'd.txt', 'e.txt', 'f\n.txt', 'g.txt'];
    const files = {
      ...Object.fromEntries(names.map((name, n) => [name, `Bleed line ${n}.`])),
      'h.docx': boundless(),
      'manifest.csv': 'path;title\nd.txt;Bolt, nut\na.txt;Nut, bolt\n',
    };
    const archive = forged(zipOf(files), (header, index) => {
      if (names[index] === 'd.txt') header.writeUInt16LE(1, 8);
      // The checksum.
      if (names[index] === 'e.txt') header.writeUInt32LE(7, 16);
    });
    const { outcomes, items } = await importFiles(admin.api, archive);
    expect(outcomes).toEqual({
      ...{ 'a.txt': 'created', '../b.txt': 'archive_names', 'd.txt': 'encrypted', 'e.txt': 'corrupt' },
      ...{ [`${'c/'.repeat(256)}`]: 'archive_name_length', 'f◙.txt': 'created', 'g.txt': 'created' },
      'h.docx': 'corrupt',
    });
    expect(items).toHaveLength(8);
    expect(items.find(({ path }) => path === 'a.txt')!.fields.title).toBe('Nut, bolt');
  });

  it('may have names of any kind', async () => {
    const long = `${'\u{1f6eb}'.repeat(200)}.txt`;
    const files = {
      'manifest.csv': 'path\ttitle\nR\u00e4der/\u0031.txt\tR\u00e4der\n.hidden.txt\tHidden\n',
      'Ra\u0308der/1.txt': 'Wheels.',
      '.hidden.txt': 'Named by the manifest.',
      [long]: 'Take off.',
    };
    const { outcomes, items } = await importFiles(admin.api, files);
    expect(Object.values(outcomes)).toEqual(['created', 'created', 'created']);
    expect(items.map(({ fields }) => fields.title as string)).toEqual(['Hidden', 'R\u00e4der', long.slice(0, 300)]);
  });

  it('is closed after refused files', async () => {
    const images = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${n}.gif`, randomBytesOf('GIF89a', 200_000)]),
    );
    const { outcomes } = await importFiles(admin.api, images);
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['file_type']));
    const open = readdirSync(`/proc/${world.service.pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${world.service.pid}/fd/${fd}`);
      } catch {
        return '';
      }
    });
    expect(open.filter((file) => file.includes('/blobs/'))).toEqual([]);
  });
});

/** The first entry has a password, as its header says. */
function encrypted(archive: Buffer): Buffer {
  return forged(archive, (header, index) => index === 0 && header.writeUInt16LE(1, 8));
}

/** A ZIP64 archive whose directory begins beyond the integers of JavaScript (APPNOTE 4.3.15). */
function boundless(): Buffer {
  const archive = zipOf({ 'a.txt': 'a' });
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(2n ** 60n, 8);
  locator.writeUInt32LE(1, 16);
  const end = archive.subarray(archive.indexOf(Buffer.from('PK\x05\x06', 'latin1')));
  end.fill(0xff, 8, 20);
  return Buffer.concat([archive.subarray(0, archive.length - end.length), locator, end]);
}

function randomBytesOf(start: string, size: number): Uint8Array {
  return Buffer.concat([Buffer.from(start), randomBytes(size)]);
}
