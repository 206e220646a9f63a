import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const END = '-- end of block --';
const TIMEOUT_MS = 180_000;

/**
 * Runs the `sh` blocks of a guide in one shell, against the service at `base`, and compares what each prints with the block that
 * follows it. `…` matches anything. @throws AssertionError at the first deviation
 */
export function followGuide(guide, base, dataDir) {
  const blocks = [...readFileSync(path.join(root, guide), 'utf8').matchAll(/^```(sh)?\n([\s\S]*?)^```$/gm)];
  const steps = [];
  for (const [, language, text] of blocks)
    if (language === 'sh') steps.push({ commands: text, expected: '' });
    else steps.at(-1).expected = text;
  const script = steps.map(({ commands }) => `${commands}\necho '${END}'\n`).join('');
  const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
  try {
    for (const name of ['samples', 'sdk']) symlinkSync(path.join(root, name), path.join(folder, name));
    symlinkSync(path.resolve(dataDir), path.join(folder, '.data'));
    const input = script.replaceAll('http://127.0.0.1:3000', base);
    const { stdout, stderr, error } = spawnSync('bash', { cwd: folder, input, encoding: 'utf8', timeout: TIMEOUT_MS });
    assert.ifError(error);
    const printed = stdout.split(`${END}\n`);
    for (const [index, { commands, expected }] of steps.entries())
      assert.match(printed[index] ?? '', patternOf(expected), `${guide}: ${commands}\n${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function patternOf(expected) {
  const parts = expected.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
}
