import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GUESSED_ENCODING } from '../text/file-text.js';
import { cutPages, openText } from './text-extractor.js';

describe('openText', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'text-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function read(bytes: Buffer | string, from = 1): Promise<string[]> {
    const file = path.join(folder, 'file');
    writeFileSync(file, bytes);
    const source = await openText(file);
    const pages: string[] = [];
    for await (const page of source.pages(from)) {
      pages.push(page.rows.map((row) => row.segments.map((segment) => segment.text).join(' | ')).join('\n'));
    }
    expect(source.document.page_count).toBe(pages.length + from - 1);
    return pages;
  }

  it('takes form feeds as page breaks and wide gaps as cells', async () => {
    expect(await read('Item      Part\r\n10\tAT32\r\n\fSecond\f\n')).toEqual(['Item | Part\n10 | AT32', 'Second']);
    expect(await read('One\fTwo\fThree', 2)).toEqual(['Two', 'Three']);
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffHöhe')],
    ['UTF-16 little-endian', Buffer.from('\ufeffHöhe', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeffHöhe', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Höhe', 'latin1')],
  ])('reads %s', async (_what, bytes) => {
    expect(await read(bytes)).toEqual(['Höhe']);
  });

  it('says when the encoding was guessed', async () => {
    const file = path.join(folder, 'guess');
    // What DOS wrote for 25 °C.
    writeFileSync(file, Buffer.from([0x32, 0x35, 0x20, 0xf8, 0x43]));
    expect((await openText(file)).warnings).toEqual([GUESSED_ENCODING]);
    writeFileSync(file, '25 °C');
    expect((await openText(file)).warnings).toEqual([]);
  });

  it('refuses empty and binary files', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'empty' });
    await expect(read(Buffer.from([0x41, 0x00, 0x42]))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('cutPages', () => {
  it('cuts long texts at paragraphs and loses nothing', () => {
    const text = Array.from({ length: 40 }, (_, i) => `Paragraph ${i} ${'word '.repeat(60)}`).join('\n\n');
    const pages = cutPages(text);
    expect(pages.join('')).toBe(text);
    expect(pages.slice(0, -1).every((page) => page.length >= 3_000 && page.length <= 6_000)).toBe(true);
    expect(pages.slice(1).every((page) => page.trimStart().startsWith('Paragraph'))).toBe(true);
  });

  it('cuts texts without spaces, never inside a character', () => {
    const pages = cutPages('😀'.repeat(10_000));
    expect(pages.every((page) => /^(?:😀)+$/u.test(page))).toBe(true);
  });
});
