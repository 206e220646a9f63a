import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { formatOf } from './detection/file-format.js';
import { openSource } from './extraction/open-source.js';
import type { Format } from './format.js';
import { findFormat, FORMATS } from './formats.js';
import { DEFAULT_EXTRACTION_LIMITS } from './limits/extraction-limits.js';

/** A format of sentences that end in bars. */
const BARS: Format = {
  mediaType: 'text/x-bars',
  name: 'bars',
  extensions: ['.bars'],
  detection: { by: 'text', matches: (text) => text.startsWith('bars|') },
  pages: 'typeset',
  open: () =>
    Promise.resolve({
      kind: 'markup',
      document: { page_count: 1, title: null, outline: [], language: null },
      warnings: [],
      async *pages() {
        yield await Promise.resolve({ page_number: 1, label: null, blocks: [{ kind: 'paragraph', text: 'Bars.' }] });
      },
      close: () => Promise.resolve(),
    }),
};

describe('the table of formats', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'formats-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function written(content: string | Uint8Array): Promise<string> {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    return file;
  }

  it('takes a further format, which is then detected and opened', async () => {
    const formats = [BARS, ...FORMATS];
    const file = await written('bars|one|two');
    expect(await formatOf(file)).toBe('text/plain');
    expect(await formatOf(file, formats)).toBe(BARS.mediaType);
    const source = await openSource(file, BARS.mediaType, { limits: DEFAULT_EXTRACTION_LIMITS }, formats);
    const pages = [];
    for await (const page of source.pages(1)) pages.push(page);
    expect(pages).toMatchObject([{ blocks: [{ text: 'Bars.' }] }]);
  });

  it.each<[Format['detection'], string | Uint8Array]>([
    [{ by: 'signature', pattern: /^BARS/ }, 'BARS\0'],
    [{ by: 'header', pattern: /BARS/, within: 100 }, 'some lines\nBARS'],
    [{ by: 'prolog', matches: ({ root }) => root === 'bars' }, '<?xml version="1.0"?><bars/>'],
    [
      { by: 'package', matches: (zip) => Promise.resolve(zip.find('bars') !== undefined) },
      zipSync({ bars: strToU8('1') }),
    ],
    [
      {
        by: 'archive',
        matches: async (zip, entryFormat) => (await entryFormat(zip.entries[0]!)) === 'text/plain',
      },
      zipSync({ a: strToU8('text') }),
    ],
  ])('detects it by its rule: %j', async (detection, content) => {
    const file = await written(content);
    expect(await formatOf(file, [{ ...BARS, detection }, ...FORMATS])).toBe(BARS.mediaType);
  });

  it('refuses a media type that it does not have', async () => {
    const opened = openSource(await written('x'), BARS.mediaType, { limits: DEFAULT_EXTRACTION_LIMITS });
    await expect(opened).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('has each media type once', () => {
    const mediaTypes = FORMATS.map(({ mediaType }) => mediaType);
    expect(new Set(mediaTypes).size).toBe(mediaTypes.length);
    for (const format of FORMATS) expect(findFormat(format.mediaType)).toBe(format);
  });
});
