import { existsSync, readFileSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import type { ImportEvent } from '../../src/cli/import/events.js';
import { writeFailures } from '../../src/cli/import/failures.js';
import { reporterFor } from '../../src/cli/import/reporter.js';
import { TestFolder } from '../support/test-folder.js';

const PROGRESS = {
  files: 1200,
  files_done: 600,
  files_failed: 2,
  pages: 4321,
  pages_per_second: 8.25,
  seconds_left: 150,
};
const SUMMARY = { files: 4, created: 1, revised: 0, unchanged: 0, failed: 2, known: 1, seconds: 3 };
const FAILURES = ['a\x1b[2J\u009b.gif', 'b.gif'].map((path) => ({
  path,
  code: 'file_type',
  message: 'Not supported.',
}));
const EVENTS: ImportEvent[] = [
  { event: 'sent', import_id: 'import_1', files: 2, bytes: 9 },
  { event: 'progress', ...PROGRESS },
  { event: 'filed', import_id: 'import_1', counts: { created: 1, failed: 2, canceled: 0 } },
  { event: 'ended', summary: SUMMARY, failures: FAILURES, failures_file: '/tmp/f.csv', dry_run: false },
];

function written(isTTY: boolean, isJson = false): string {
  let text = '';
  const output = { isTTY, columns: 60, write: (part: string) => ((text += part), true) } as unknown as WriteStream;
  const report = reporterFor(output, isJson, false);
  for (const event of EVENTS) report(event);
  return text;
}

describe('the report', () => {
  it('is lines without control characters where there is no terminal', () => {
    expect(written(false)).toBe(
      [
        'Sent as import_1',
        'Filed import_1: 1 created, 2 failed',
        'Imported 4 files in 3 s: 1 created, 2 failed, 1 already in',
        '  file_type: 2, such as a\ufffd[2J\ufffd.gif: Not supported.',
        'Files that failed, and why: /tmp/f.csv\n',
      ].join('\n'),
    );
  });

  it('has a bar on a terminal, which no line is longer than', () => {
    const text = written(true);
    expect(text).toContain('\r\x1b[K[#####-----] 600 of 1,200 files, 2 failed, 4,321 pages, 8.3');
    expect(text.replaceAll('\r\x1b[K', '')).not.toContain('\x1b');
    expect(text.endsWith('f.csv\n')).toBe(true);
  });

  it('is a JSON object a line', () => {
    const text = written(false, true);
    expect(text).not.toContain('\u009b');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(EVENTS);
  });
});

describe('the list of failures', () => {
  const folder = new TestFolder();
  afterAll(() => folder.remove());

  it('is CSV that no spreadsheet executes', () => {
    const file = folder.at('f.csv');
    writeFailures(file, []);
    expect(existsSync(file)).toBe(false);
    const paths = ['=cmd|x', '+1', '-1', '@a', 'a "quoted", b'];
    writeFailures(
      file,
      paths.map((path) => ({ path, code: 'c', message: '=1' })),
    );
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      'path,code,message',
      ...[`'=cmd|x`, `'+1`, `'-1`, `'@a`, 'a ""quoted"", b'].map((path) => `"${path}","c","'=1"`),
      '',
    ]);
    writeFailures(file, []);
    expect(readFileSync(file, 'utf8')).toBe('path,code,message\r\n');
    expect(() => writeFailures(folder.root, [])).toThrow(/--failures/);
  });
});
