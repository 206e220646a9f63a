import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** One planted file per rule; each must be found, and found by that rule. */
const VIOLATIONS: [rule: string, file: string, source: string][] = [
  ['audit-imports-leftwards-only', 'src/modules/audit/planted-0.ts', `import '../users/user.module.js';`],
  ['users-imports-leftwards-only', 'src/modules/users/planted-1.ts', `import '../auth/auth.module.js';`],
  ['documents-imports-leftwards-only', 'src/modules/documents/planted-2.ts', `import '../search/search.service.js';`],
  ['no-cycles', 'src/common/planted-3.ts', `import './planted-4.js';`],
  ['common-knows-nothing-above-it', 'src/common/planted-5.ts', `import '../modules/users/user.service.js';`],
  ['integrations-know-no-module', 'src/integrations/planted-6.ts', `import '../modules/users/user.service.js';`],
  ['modules-know-no-settings-file', 'src/modules/auth/planted-7.ts', `import '../../config/env.js';`],
  ['controllers-use-services', 'src/modules/users/planted-8.controller.ts', `import './user.repository.js';`],
  ['other-modules-by-their-surface', 'src/modules/auth/planted-9.ts', `import '../users/user.repository.js';`],
  ['typeorm-stays-in-data-access', 'src/modules/users/planted-10.service.ts', `import 'typeorm';`],
  ['no-unknown-packages', 'src/common/planted-11.ts', `import 'eslint';`],
  [
    'oauth-server-knows-no-pages',
    'src/modules/oauth/server/planted-13.ts',
    `import '../pages/page-requests.service.js';`,
  ],
  ['packages-know-no-service', 'packages/language/src/planted-14.ts', `import '../../../src/app.js';`],
  [
    'language-is-the-lowest-package',
    'packages/language/src/planted-15.ts',
    `import '../../reader/src/document/document.types.js';`,
  ],
  [
    'reader-and-search-engine-are-apart',
    'packages/reader/src/planted-16.ts',
    `import '../../search-engine/src/segments/limits.js';`,
  ],
  ['packages-stay-small', 'packages/search-engine/src/planted-17.ts', `import 'typeorm';`],
  ['no-unresolvable', 'src/common/planted-12.ts', `import './nowhere.js';`],
];

describe('import rules', () => {
  let checkout: string;
  /** In the sources and what was planted among them: one look takes seconds. */
  let found: string[];

  beforeAll(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
    for (const name of ['src', 'packages', 'tsconfig.json', 'package.json', '.dependency-cruiser.cjs']) {
      cpSync(path.join(projectRoot(), name), path.join(checkout, name), { recursive: true });
    }
    symlinkSync(path.join(projectRoot(), 'node_modules'), path.join(checkout, 'node_modules'));
    writeFileSync(path.join(checkout, 'src/common/planted-4.ts'), `import './planted-3.js';`);
    for (const [, file, source] of VIOLATIONS) writeFileSync(path.join(checkout, file), source);
    found = violations();
  });

  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  /** `rule file` of everything that breaks a rule. */
  const violations = (): string[] => {
    const program = path.join(projectRoot(), 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const output = run(
      process.execPath,
      [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'packages'],
      checkout,
    );
    const report = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    return report.summary.violations.map(({ from, rule }) => `${rule.name} ${from}`);
  };

  it('hold in the sources', () => {
    expect(found.filter((violation) => !violation.includes('planted-'))).toEqual([]);
  });

  it('find a planted violation of each', () => {
    expect(found).toEqual(expect.arrayContaining(VIOLATIONS.map(([rule, file]) => `${rule} ${file}`)));
  });
});

/** Standard output with any exit code: violations make it non-zero. */
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
