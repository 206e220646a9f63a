import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

const PLANTED = [
  ['page.md', 'Text.\n\nThe index is made anew.', 'page.md:3: anew → again'],
  ['broken.md', 'No part of\nits own.', 'broken.md:1: of its own → separate, its own …'],
  ['.env.example', '# Retries once more.\n#RETRIES=1', '.env.example:1: once more → again'],
  ['line.ts', 'const a = 1;\n// Built anew.', 'line.ts:2: anew → again'],
  ['block.ts', '/**\n * Built once\n * more.\n */', 'block.ts:2: once more → again'],
  ['message.ts', "throw new Error('The colour is wrong');", 'message.ts:1: colour → American spelling: -or'],
  ['template.ts', 'log(`${`${n}`} parts were read anew`); // ok', 'template.ts:1: anew → again'],
  ['division.ts', "const half = a / 2; // it's built anew", 'division.ts:1: anew → again'],
] as const;
const CLEAN = [
  ['quoted.md', 'Write `anew` or "anew".\n\n> anew\n\n```\nanew\n```\n[link](anew.md)'],
  ['identifiers.ts', "import { anew } from './anew.js';\nanew.colour = /whoever is none/.test('anew');"],
  ['sql.ts', 'query(`UPDATE tyres SET whatever = 1 WHERE colour = 2`);'],
  ['fixture.spec.ts', "expect(read('The colour of the tyre')).toBe(1);"],
  ['.env', '#COLOUR=whoever'],
  ['CHANGELOG.md', 'Built anew.'],
] as const;

describe('scripts/check-prose.mjs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prose-'));
  let findings: string[] = [];

  beforeAll(() => {
    for (const [name, text] of [...PLANTED, ...CLEAN]) writeFileSync(path.join(folder, name), text);
    const { status, stdout } = spawnSync(process.execPath, ['scripts/check-prose.mjs', folder], {
      cwd: projectRoot(),
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    findings = stdout.split('\n').map((line) => line.slice(folder.length + 1));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(PLANTED)('finds what is planted in %s', (name, _, finding) => {
    expect(findings.filter((line) => line.startsWith(`${name}:`))).toEqual([finding]);
  });

  it.each(CLEAN)('finds nothing in the code and quotations of %s', (name) => {
    expect(findings.filter((line) => line.startsWith(`${name}:`))).toEqual([]);
  });
});
