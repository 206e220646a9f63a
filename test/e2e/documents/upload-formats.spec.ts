import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../../support/api/api-client.js';
import { contentTypes, docxOf, paragraph, table } from '../../support/manuals/docx-factory.js';
import { manualFields, uploadManual, untilRead } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { pptxOf, rowsOf, shapeOf, xlsxOf } from '../../support/manuals/office-factory.js';
import { overlappingZip, zipOf } from '../../support/manuals/zip-factory.js';

const TORQUES = rowsOf([
  ['Part', 'Torque (N·m)'],
  ['A', 9.5],
]);
const MAIL = 'From: a@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Oil\r\n\r\nWARNING: HOT.\r\n';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const DOCM = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const HEADING = '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>';

const HTML =
  '<!DOCTYPE html><html lang="en"><title>Wheels</title><h1>Removal</h1><p>WARNING: HOT.</p><ol type="A"><li>Jack</ol>';
const MARKDOWN =
  '# Removal\n\n**WARNING:** HOT.\n\n1. Jack, see [table](#t)\n\n| Item | Nm |\n|---|---|\n| Bolt | 120 |\n';
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const OLE = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1024),
  Buffer.from('EncryptedPackage\0', 'utf16le'),
]);

describe('formats of uploaded files', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ env: { ARCHIVE_MAX_ENTRIES: '50', ARCHIVE_ENTRY_MAX_BYTES: '100000' } });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const upload = (content: string | Uint8Array) =>
    admin.api.upload('/documents', manualFields(), { content, name: 'manual.pdf' });
  const stored = (): string[] =>
    ['blobs', 'tmp'].flatMap((folder) =>
      readdirSync(path.join(world.service.dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    );

  const docx = docxOf({
    styles: HEADING,
    body: paragraph('Removal', 'H1') + paragraph('WARNING: HOT.') + paragraph('A. Jack') + table([['Bolt', '120 Nm']]),
  });

  it.each<[string, string | Uint8Array, string, string[]]>([
    ['Word', docx, DOCX, ['heading', 'warning', 'list_item', 'table_row']],
    [
      'Excel',
      xlsxOf({ sheets: [{ name: 'S', rows: TORQUES }] }),
      'spreadsheetml.sheet',
      ['heading', 'table_row', 'table_row'],
    ],
    [
      'PowerPoint',
      pptxOf([{ shapes: shapeOf('WARNING: HOT.') }]),
      'presentationml.presentation',
      ['heading', 'warning'],
    ],
    ['an e-mail', MAIL, 'message/rfc822', ['heading', 'paragraph', 'warning']],
    ['CSV', 'Part,Torque (N·m)\nA,1\nB,2\n', 'text/csv', ['table_row', 'table_row', 'table_row']],
    ['HTML', HTML, 'text/html', ['heading', 'warning', 'list_item']],
    ['Markdown', MARKDOWN, 'text/markdown', ['heading', 'warning', 'list_item', 'table_row', 'table_row']],
  ])('%s is known by its content, read and quoted word for word', async (_what, content, type, kinds) => {
    const { id } = await uploadManual(admin.api, content);
    expect(await untilRead(admin.api, id as string)).toMatchObject({ page_count: 1, ingestion: { state: 'ready' } });
    const { headers } = await admin.api.get(`/documents/${id}/content`);
    expect(headers.get('content-type')).toContain(type);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    const { blocks, text } = (await admin.api.get(`/documents/${id}/pages/1`)).body.data;
    expect((blocks as Json[]).map(({ kind }) => kind as string)).toEqual(kinds);
    for (const { start, end, text: quote } of blocks as Json[])
      expect((text as string).slice(start as number, end as number)).toBe(quote);
  });

  it.each<[string, () => string | Uint8Array, Record<string, unknown>]>([
    ['the test string of virus scanners', () => EICAR, { reason: 'malware' }],
    ['that string in a PDF', () => `%PDF-1.7\n${EICAR}`, { reason: 'malware' }],
    ['a Word file with macros', () => docxOf({ body: '', mainType: DOCM }), { reason: 'macros' }],
    [
      'a Word file with a program',
      () => docxOf({ body: '', raw: { 'word/media/a.png': 'MZ\0\0' } }),
      { reason: 'executable' },
    ],
    ['a Word file under a password', () => OLE, { reason: 'encrypted' }],
    ['half a Word file', () => docx.subarray(0, docx.length / 2), { reason: 'corrupt' }],
    ['a package that lies', () => overlappingZip(4, Buffer.from('<dmodule/>')), { reason: 'archive_overlap' }],
    ['a package that leads out of itself', () => zipOf({ '../a.xml': '<dmodule/>' }), { reason: 'archive_names' }],
    ['a bomb', () => zipOf({ 'a.xml': Buffer.alloc(8 * 1024 ** 2) }), { reason: 'archive_ratio', limit: 200 }],
    [
      'a Word file with a part that is too large',
      () => docxOf({ body: '', raw: { 'word/document.xml': Buffer.alloc(100_001) } }),
      { reason: 'archive_entry_size', limit: 100_000 },
    ],
    [
      'too many files',
      () => zipOf(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}.xml`, '<pm/>']))),
      { reason: 'archive_entries', limit: 50 },
    ],
  ])('refuses %s, and keeps nothing of it', async (_what, content, details) => {
    const before = stored();
    const { status, body } = await upload(content());
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject(details);
    expect(stored()).toEqual(before);
  });

  it.each<[string, () => string | Uint8Array, string]>([
    [
      'a Visio file',
      () => zipOf({ '[Content_Types].xml': contentTypes('application/vnd.ms-visio.drawing.main+xml') }),
      'Office package that is no document, workbook or presentation',
    ],
    ['OpenDocument', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.graphics' }), 'OpenDocument'],
    ['an archive of anything', () => zipOf({ 'a.txt': 'x' }), 'ZIP archive without S1000D data modules'],
    [
      'an older Word file',
      () => Buffer.concat([OLE.subarray(0, 1032), Buffer.from('WordDocument\0', 'utf16le')]),
      'older Word',
    ],
    ['RTF', () => '{\\rtf1 x}', 'RTF'],
    ['SVG', () => '<svg onload="x()"/>', 'SVG'],
  ])('refuses %s by the name of its kind', async (_what, content, kind) => {
    const before = stored();
    const { status, body } = await upload(content());
    expect(status).toBe(415);
    expect(body.error.details).toMatchObject({ reason: 'file_type', kind, supported: expect.arrayContaining([DOCX]) });
    expect(stored()).toEqual(before);
  });

  it('puts what may be an attack on record', async () => {
    await upload(EICAR);
    await upload(docxOf({ body: '', mainType: DOCM }));
    const found = await world.sql.query<{ reason: string }>(
      `SELECT reason FROM audit_records WHERE action = 'document.upload_refused'`,
    );
    expect(found.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['malware', 'macros']));
  });

  it('hands a file out under the extension of what it is', async () => {
    const fields = manualFields();
    const { body } = await admin.api.upload('/documents', fields, {
      content: `${HTML}<!-- setup -->`,
      name: 'setup.hta',
    });
    const { headers } = await admin.api.get(`/documents/${body.data.id}/content`);
    expect(headers.get('content-disposition')).toContain('filename="setup.hta.html"');
  });

  it('fails a Word file whose text is a trick, and goes on', async () => {
    const trick = '<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]><d>&f;</d>';
    const { id } = await uploadManual(admin.api, docxOf({ body: '', raw: { 'word/document.xml': trick } }));
    expect(await untilRead(admin.api, id as string)).toMatchObject({
      ingestion: { state: 'failed', error: { code: 'docx_doctype' } },
    });
  });
});
