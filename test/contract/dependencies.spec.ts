import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

const GOOD = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };

describe('the audit of dependencies', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'dependencies-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Findings of the audit for a lock file with this one package; empty when it passes. */
  function audit(entry: object, allowScripts: object = {}): string {
    const packages = { '': {}, 'node_modules/good': GOOD, 'node_modules/planted': { ...GOOD, ...entry } };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ allowScripts }));
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    const script = path.join(projectRoot(), 'scripts/audit-dependencies.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    expect(status).toBe(stderr === '' ? 0 : 1);
    return stderr.trim();
  }

  it.each([
    ['comes from', { resolved: 'git+ssh://git@github.com/someone/planted.git#1' }],
    ['comes from', { resolved: 'https://registry.npmjs.org.evil.test/planted.tgz' }],
    ['has no sha512 hash', { integrity: undefined }],
    ['has no sha512 hash', { integrity: 'sha1-x' }],
    ['has an install script', { hasInstallScript: true }],
    ['has the license GPL-3.0', { license: 'GPL-3.0' }],
    ['has the license MIT AND GPL-2.0', { license: 'MIT AND GPL-2.0' }],
    ['has the license none', { license: undefined }],
  ])('finds a package that %s: %j', (problem, entry) => {
    expect(audit(entry)).toContain(`planted@1.0.0 ${problem}`);
  });

  it('passes what is in order', () => {
    expect(audit({})).toBe('');
    expect(audit({ license: '(GPL-2.0 OR MIT)' })).toBe('');
    expect(audit({ license: 'GPL-3.0', dev: true })).toBe('');
    expect(audit({ hasInstallScript: true }, { planted: false })).toBe('');
  });
});
