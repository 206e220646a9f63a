import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../src/common/project-root.js';

/** One planted file per rule; each must be found, and found by that rule. */
const VIOLATIONS: [rule: string, file: string, source: string][] = [
  ['users-imports-leftwards-only', 'src/modules/users/planted.ts', `import '../auth/auth.module.js';`],
  ['documents-imports-leftwards-only', 'src/modules/documents/planted.ts', `import '../search/search.service.js';`],
  ['no-cycles', 'src/common/planted-a.ts', `import './planted-b.js';`],
  ['common-knows-nothing-above-it', 'src/common/planted.ts', `import '../modules/users/user.service.js';`],
  ['integrations-know-no-module', 'src/integrations/planted.ts', `import '../modules/users/user.service.js';`],
  ['modules-know-no-settings-file', 'src/modules/auth/planted.ts', `import '../../config/env.js';`],
  ['controllers-use-services', 'src/modules/users/planted.controller.ts', `import './user.repository.js';`],
  ['other-modules-by-their-surface', 'src/modules/auth/planted.ts', `import '../users/user.repository.js';`],
  ['typeorm-stays-in-data-access', 'src/modules/users/planted.service.ts', `import 'typeorm';`],
  ['no-unknown-packages', 'src/common/planted.ts', `import 'eslint';`],
  ['no-unresolvable', 'src/common/planted.ts', `import './nowhere.js';`],
];

describe('import rules', () => {
  let checkout: string;

  beforeAll(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
    for (const name of ['src', 'tsconfig.json', 'package.json', '.dependency-cruiser.cjs']) {
      cpSync(path.join(projectRoot(), name), path.join(checkout, name), { recursive: true });
    }
    symlinkSync(path.join(projectRoot(), 'node_modules'), path.join(checkout, 'node_modules'));
  });

  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  const violatedRules = (): string[] => {
    const program = path.join(projectRoot(), 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'];
    const output = run(process.execPath, [program, ...args], checkout);
    const report = JSON.parse(output) as { summary: { violations: { rule: { name: string } }[] } };
    return report.summary.violations.map(({ rule }) => rule.name);
  };

  it('hold in the sources', () => {
    expect(violatedRules()).toEqual([]);
  });

  it('find a planted violation of each', () => {
    writeFileSync(path.join(checkout, 'src/common/planted-b.ts'), `import './planted-a.js';`);
    const missed = VIOLATIONS.filter(([rule, file, source]) => {
      const planted = path.join(checkout, file);
      mkdirSync(path.dirname(planted), { recursive: true });
      writeFileSync(planted, source);
      const found = violatedRules();
      rmSync(planted);
      return !found.includes(rule);
    });
    expect(missed.map(([rule]) => rule)).toEqual([]);
  });
});

/** Standard output, whatever the exit code: violations make it non-zero. */
function run(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
