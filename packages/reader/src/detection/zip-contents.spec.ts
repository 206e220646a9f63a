import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentTypes, docxOf, paragraph } from '../../../../test/support/manuals/docx-factory.js';
import {
  commentedZip,
  forged,
  lyingZip,
  overlappingZip,
  uncounted,
  zipOf,
} from '../../../../test/support/manuals/zip-factory.js';
import { FileRefusedError } from '../errors/file-refusal.js';
import { oleRefusal } from './ole-contents.js';
import { DOCX } from '../docx/docx-format.js';
import { zipFormat } from './zip-contents.js';
import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from '../limits/extraction-limits.js';

const DMODULE = '<?xml version="1.0"?><!DOCTYPE dmodule [ <!ENTITY ICN-1 SYSTEM "ICN-1.CGM" NDATA cgm> ]><dmodule/>';
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);
const VISIO = 'application/vnd.ms-visio.drawing.main+xml';
const OTHER_PACKAGE = 'Office package that is no document, workbook or presentation';
const DOCM = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');

describe('zipFormat', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'zip-contents-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function written(content: Uint8Array): Promise<string> {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    return file;
  }

  /** The format, or the reason and kind it is refused by. */
  async function formatOf(content: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<string> {
    try {
      return await zipFormat(await written(content), { ...DEFAULT_ARCHIVE_LIMITS, ...limits });
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error;
      return [error.reason, error.details.kind ?? error.details.limit].filter((part) => part !== undefined).join(': ');
    }
  }

  const docx = docxOf({ body: paragraph('Torque 120 Nm.') });

  it('knows a Word file and a package of data modules', async () => {
    expect(await formatOf(docx)).toBe(DOCX);
    expect(
      await formatOf(docxOf({ body: '', raw: { 'word/media/a.png': '\x89PNG', 'word/embeddings/a.bin': OLE } })),
    ).toBe(DOCX);
    expect(await formatOf(zipOf({ 'csdb/DMC-A-00.XML': DMODULE, 'ICN-1.CGM': 'figure' }))).toBe('application/zip');
    expect(await formatOf(zipOf({ 'list.xml': '<list/>', 'module.xml': '<pm>' }))).toBe('application/zip');
  });

  it.each<[string, Buffer, string]>([
    ['Visio', zipOf({ '[Content_Types].xml': contentTypes(VISIO) }), OTHER_PACKAGE],
    ['OpenDocument', zipOf({ mimetype: 'application/vnd.oasis.opendocument.graphics' }, 0), 'OpenDocument'],
    ['EPUB', zipOf({ mimetype: 'application/epub+zip' }, 0), 'EPUB'],
    ['Java', zipOf({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'A.class': '\xca\xfe' }), 'Java archive'],
    ['Android', zipOf({ 'AndroidManifest.xml': '<manifest/>' }), 'Android application'],
    ['pictures', zipOf({ 'a.png': '\x89PNG' }), 'ZIP archive without S1000D data modules'],
    ['archives', zipOf({ 'a.zip': zipOf({ 'DMC-A.xml': DMODULE }) }), 'ZIP archive without S1000D data modules'],
  ])('refuses %s by name', async (_what, content, kind) => {
    expect(await formatOf(content)).toBe(`file_type: ${kind}`);
  });

  it.each<[string, Buffer]>([
    ['in its content type', docxOf({ body: '', mainType: DOCM })],
    ['that it keeps quiet about', docxOf({ body: '', raw: { 'word/vbaProject.bin': OLE } })],
    ['in another folder', docxOf({ body: '', raw: { 'custom/vbaProject2.bin': OLE } })],
    ['behind references to characters', docxOf({ body: '', mainType: DOCM.replace('macroE', 'macro&#69;') })],
    [
      'in UTF-16',
      docxOf({ body: '', raw: { '[Content_Types].xml': Buffer.from(`\ufeff${contentTypes(DOCM)}`, 'utf16le') } }),
    ],
    [
      'that a relationship leads to',
      docxOf({
        body: '',
        raw: {
          'word/_RELS/document.xml.rels': `<Relationships><Relationship Type="http://x/vba&#80;roject" Target="a.bin"/></Relationships>`,
        },
      }),
    ],
    ['by another name', docxOf({ body: '', raw: { 'word/a.bin': Buffer.concat([OLE, wide('_vba_Project')]) } })],
    ['in a storage', docxOf({ body: '', raw: { 'word/a.xml': Buffer.concat([OLE, wide('VBA'), OLE]) } })],
    [
      'across two chunks',
      docxOf({ body: '', raw: { 'word/a.bin': Buffer.concat([OLE, Buffer.alloc(65_529), wide('_VBA_PROJECT')]) } }),
    ],
  ])('refuses a Word file with macros %s', async (_where, content) => {
    expect(await formatOf(content)).toBe('macros');
  });

  it.each<[string, Record<string, string | Uint8Array>, string]>([
    ['a program by name', { 'word/media/setup.exe': 'x' }, 'executable: word/media/setup.exe'],
    ['a program by content', { 'word/media/a.png': '\x7fELF\x02\x01' }, 'executable: word/media/a.png'],
    ['a program before blanks', { 'word/media/setup.exe. .': 'x' }, 'executable: word/media/setup.exe. .'],
    ['a program before a stream', { 'word/media/setup.HTA::$DATA': 'x' }, 'executable: word/media/setup.HTA::$DATA'],
    ['a package', { 'a.msix': 'x' }, 'executable: a.msix'],
    ['a link', { 'a.url': 'x' }, 'executable: a.url'],
    ['a program called XML', { 'word/a.xml': 'MZ\x90\0' }, 'executable: word/a.xml'],
    ['a script by content', { 'word/media/a': '#!/bin/sh' }, 'executable: word/media/a'],
    [
      'a packed program',
      { 'word/embeddings/o.bin': Buffer.concat([OLE, wide('\x01Ole10Native'), Buffer.from('C:\\ab.EXE\0MZ')]) },
      'executable: word/embeddings/o.bin',
    ],
    [
      'a packed script of a short name',
      { 'word/o.bin': Buffer.concat([OLE, wide('\x01Ole10Native'), Buffer.from('\x02\0é.js\0C:\\a.txt\0', 'latin1')]) },
      'executable: word/o.bin',
    ],
  ])('refuses %s in a Word file', async (_what, raw, expected) => {
    expect(await formatOf(docxOf({ body: '', raw }))).toBe(expected);
  });

  it('takes a package whose lists name its parts in another way, and none that has two of them', async () => {
    const types = contentTypes();
    const encoded = types.replace('wordprocessingml', 'w&#111;rdprocessingml');
    expect(await formatOf(docxOf({ body: '', raw: { '[Content_Types].xml': encoded } }))).toBe(DOCX);
    expect(await formatOf(docxOf({ body: '', raw: { '[content_types].xml': types } }))).toBe('corrupt');
    const declared = types.replace('<Types', '<!DOCTYPE Types [<!ENTITY a "b">]><Types');
    expect(await formatOf(docxOf({ body: '', raw: { '[Content_Types].xml': declared } }))).toBe('corrupt');
  });

  it('knows by the main part alone what a package is', async () => {
    const other = contentTypes('application/xml').replace(
      '</Types>',
      '<Override PartName="/a.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    );
    const kind = await formatOf(docxOf({ body: '', raw: { '[Content_Types].xml': other, 'a.xml': '<a/>' } }));
    expect(kind).toBe(`file_type: ${OTHER_PACKAGE}`);
  });

  it('refuses the test string of virus scanners in an archive', async () => {
    const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
    expect(await formatOf(docxOf({ body: '', raw: { 'word/a.txt': eicar } }))).toBe('malware');
  });

  const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 ** 2);
  it.each<[string, () => Buffer, string, Partial<ArchiveLimits>?]>([
    ['too many entries', () => zipOf({ a: '', b: '', 'c.xml': DMODULE }), 'archive_entries: 2', { max_entries: 2 }],
    ['a directory full of comments', () => commentedZip(20), 'archive_directory: 1048576'],
    ['a long name', () => zipOf({ ['n'.repeat(99)]: '' }), 'archive_name_length: 98', { max_name_length: 98 }],
    ['a name that leads out of it', () => zipOf({ '../../etc/passwd': 'x' }), 'archive_names'],
    ['an absolute name', () => zipOf({ '/etc/passwd': 'x' }), 'archive_names'],
    ['a name with a drive', () => zipOf({ 'C:\\a.xml': 'x' }), 'archive_names'],
    ['a name with a line end', () => zipOf({ 'ä\r\nb': 'x' }), 'archive_names'],
    [
      'one name twice',
      () => forged(zipOf({ 'a.xml': 'x', 'b.xml': 'y' }), (header) => header.write('c', 46)),
      'archive_names',
    ],
    ['too many bytes', () => zipOf({ a: zeros(2) }, 0), 'archive_size: 1048576', { max_unpacked_bytes: 1024 ** 2 }],
    ['too high a ratio', () => zipOf({ a: zeros(8) }, 9), 'archive_ratio: 200'],
    ['bytes that several entries share', () => overlappingZip(4, zeros(1)), 'archive_overlap'],
    ['a size that is a lie', () => lyingZip(Buffer.from(`<dmodule>${' '.repeat(99_999)}`)), 'corrupt'],
    [
      'a checksum that is wrong',
      () => forged(zipOf({ 'a.xml': DMODULE }), (header) => header.writeUInt32LE(1, 16)),
      'corrupt',
    ],
    ['a password', () => forged(zipOf({ 'a.xml': DMODULE }), (header) => header.writeUInt16LE(1, 8)), 'encrypted'],
    ['more files than it counts', () => uncounted(zipOf({ 'a.xml': DMODULE, 'b.xml': DMODULE })), 'corrupt'],
    ['half of it', () => docx.subarray(0, docx.length / 2), 'corrupt'],
    ['no document', () => zipOf({ '[Content_Types].xml': contentTypes() }), 'corrupt'],
  ])('refuses an archive with %s', async (_what, content, expected, limits = {}) => {
    expect(await formatOf(content(), limits)).toBe(expected);
  });

  it('takes a small file of blanks for what it is', async () => {
    expect(await formatOf(zipOf({ 'DMC-A.xml': `${DMODULE}${' '.repeat(2 * 1024 ** 2)}` }, 9))).toBe('application/zip');
  });

  it.each<[string, string, string, string | undefined]>([
    ['a Word file under a password', 'EncryptedPackage', 'encrypted', undefined],
    ['an older Word file', 'WordDocument', 'file_type', 'older Word'],
    ['an installer', 'Installer', 'file_type', 'older Word or Excel'],
  ])('tells %s among compound files', async (_what, stream, reason, kind) => {
    const { reason: found, details } = await oleRefusal(
      await written(Buffer.concat([OLE, Buffer.alloc(1024 ** 2 - 530), wide(stream)])),
    );
    expect([found, details.kind]).toEqual([reason, kind]);
  });
});
