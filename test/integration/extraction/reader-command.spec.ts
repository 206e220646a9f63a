import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

function reader(...args: string[]): Promise<Result> {
  const command = path.join(projectRoot(), 'packages/reader/bin/reader.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { maxBuffer: 256 * 1024 ** 2 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, stdout, stderr });
    });
  });
}

const sample = (name: string): string => path.join(projectRoot(), 'samples', name);

describe('the command reader', () => {
  it.each<[string, string, RegExp[]]>([
    [
      'files/aom-tr46-30-002.txt',
      'plain text, text/plain',
      [/^Page 1/m, /^ {2}passage 0: text, characters 0–\d+, section /m],
    ],
    [
      'pdf/amm-tr46-32-landing-gear.pdf',
      'PDF, application/pdf',
      [/^ {2}heading 1: /m, /^ {2}list_item \d: /m, /^ {6}governed by warning: /m, /^ {6}quantities: \[/m],
    ],
    ['files/shop-bulletin-35-03.md', 'Markdown, text/markdown', [/^ {2}table_row: /m]],
    ['files/pmc-tr46-28-fuel.zip', 'ZIP packages of S1000D data modules, application/zip', [/^ {2}warning: /m]],
  ])('prints what it reads of %s', async (name, format, patterns) => {
    const { code, stdout, stderr } = await reader(sample(name));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`\nFormat: ${format}\n`);
    expect(stdout).toMatch(/^Warnings: /m);
    for (const pattern of patterns) expect(stdout).toMatch(pattern);
  });

  it('prints JSON', async () => {
    const { code, stdout } = await reader('--json', sample('files/eo-skr-24-0107.docx'));
    expect(code).toBe(0);
    const { document, pages, ...rest } = JSON.parse(stdout) as {
      document: { page_count: number };
      pages: { page: { text: string }; passages: { text: string; start: number; end: number }[] }[];
    };
    expect(rest).toMatchObject({ format: 'Word (DOCX)', warnings: expect.any(Array) });
    expect(pages).toHaveLength(document.page_count);
    for (const { page, passages } of pages)
      for (const { text, start, end } of passages) expect(page.text.slice(start, end)).toBe(text);
  });

  describe('exits with 1 and a sentence', () => {
    let folder: string;
    beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'reader-command-'))));
    afterAll(() => rm(folder, { recursive: true }));

    it.each<[string, string, RegExp]>([
      [
        'a format that is not supported',
        '{\\rtf1 text}',
        /^Files of this kind \(RTF\) are not supported\. Supported formats: PDF, /,
      ],
      ['a damaged file', '%PDF-1.7\nnothing', /^The file is damaged or incomplete\. /],
      ['an empty file', '', /^The file is empty\.$/m],
    ])('for %s', async (_what, content, sentence) => {
      const file = path.join(folder, 'file');
      await writeFile(file, content);
      const { code, stdout, stderr } = await reader(file);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(sentence);
    });

    it('for a file that is not there', async () => {
      const missing = path.join(folder, 'nothing');
      expect(await reader(missing)).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') });
    });
  });

  it.each([[[]], [['a', 'b']], [['--unknown', 'a']]])('shows its usage for %j', async (args) => {
    expect(await reader(...args)).toEqual({ code: 2, stdout: '', stderr: 'Usage: reader [--json] FILE\n' });
  });
});
