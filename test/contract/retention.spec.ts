import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { migrationFiles } from '../support/schema/releases.js';
import { recordMigration } from '../support/schema/statements.js';

const guide = readFileSync(path.join(projectRoot(), 'docs/operations/retention.md'), 'utf8');

it('docs/operations/retention.md names every table, and so what ends its rows', async () => {
  const tables = new Set<string>();
  for (const file of migrationFiles()) {
    for (const statement of (await recordMigration(file)).statements) {
      const [, verb, name] = /^(create|drop) table (?:if (?:not )?exists )?(\w+)/.exec(statement) ?? [];
      if (verb === 'create') tables.add(name!);
      if (verb === 'drop') tables.delete(name!);
    }
  }
  expect(tables.size).toBeGreaterThan(50);
  expect([...tables].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
