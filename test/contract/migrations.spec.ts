import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { ExpandContract, type Breach, type Rule } from '../support/schema/expand-contract.js';
import { digestThrough, lastRelease, migrationFiles, releases } from '../support/schema/releases.js';
import { plainStatements, recordMigration, recordUp } from '../support/schema/statements.js';

/** A breach that is meant, and why it does no harm. */
interface Exception extends Breach {
  migration: string;
  reason: string;
}

const LIST = 'migrations/expand-contract-exceptions.json';
const exceptions = (): Exception[] => JSON.parse(readFileSync(path.join(projectRoot(), LIST), 'utf8')) as Exception[];

const judge = (sql: string, inTransaction = true): string[] =>
  new ExpandContract()
    .breaches({ name: 'planted', inTransaction, statements: plainStatements(sql) })
    .map(({ rule, object }) => `${rule} ${object}`);

describe('released migrations', () => {
  it('are as they were released: none is changed, none is slipped in between', () => {
    for (const release of releases()) {
      // Of a new release, what is written here is what belongs into releases.json.
      expect({ ...release, sha256: digestThrough(release.last_migration) }).toEqual(release);
      expect(migrationFiles().map(({ timestamp }) => timestamp)).toContain(release.last_migration);
    }
    const order = releases().map(({ last_migration }) => last_migration);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

describe('migrations since the last release', () => {
  it('leave the release before what it uses, and nobody waiting: or else it is listed why', async () => {
    const rules = new ExpandContract();
    const found: Omit<Exception, 'reason'>[] = [];
    for (const file of migrationFiles().filter(({ timestamp }) => timestamp > lastRelease().last_migration)) {
      const migration = await recordMigration(file);
      expect(migration.statements.length).toBeGreaterThan(0);
      found.push(...rules.breaches(migration).map((breach) => ({ migration: file.name, ...breach })));
    }
    // Both missing and unnecessary exceptions fail.
    const listed = exceptions().map(({ migration, rule, object }) => ({ migration, rule, object }));
    const asText = (breach: Omit<Exception, 'reason'>): string =>
      `${breach.migration}: ${breach.rule} ${breach.object}`;
    expect(found.map(asText).sort()).toEqual(listed.map(asText).sort());
    for (const { reason } of exceptions()) expect(reason.split(' ').length).toBeGreaterThan(5);
  });
});

describe('the rules of expand and contract', () => {
  const refused: [Rule, object: string, sql: string][] = [
    ['drop', 'teams', `DROP TABLE IF EXISTS teams CASCADE`],
    ['drop', 'teams', `TRUNCATE TABLE teams`],
    ['drop', 'users.phone', `ALTER TABLE users DROP COLUMN phone`],
    ['drop', 'users.phone', `ALTER TABLE IF EXISTS ONLY public."users" DROP phone CASCADE`],
    ['drop', 'f', `DROP FUNCTION f`],
    ['rename', 'users.phone', `ALTER TABLE users RENAME COLUMN phone TO mobile`],
    ['rename', 'users.phone', `ALTER TABLE users RENAME phone TO mobile`],
    ['rename', 'users.to', `ALTER TABLE users RENAME TO people`],
    ['rename', 'users.elsewhere', `ALTER TABLE users SET SCHEMA elsewhere`],
    ['rename', 'colour', `ALTER TYPE colour RENAME VALUE 'red' TO 'crimson'`],
    ['change-type', 'users.name', `ALTER TABLE users ALTER COLUMN name TYPE varchar(10)`],
    ['change-type', 'users.name', `ALTER TABLE users ALTER name SET DATA TYPE varchar(10)`],
    ['not-null', 'users.phone', `ALTER TABLE users ALTER COLUMN phone SET NOT NULL`],
    ['not-null', 'users.phone', `ALTER TABLE users ADD COLUMN phone text NOT NULL`],
    ['not-null', 'users.phone', `alter table users\n  add phone text -- DEFAULT ''\n  not null`],
    [
      'not-null',
      'users.b',
      `ALTER TABLE users ADD COLUMN a numeric(3, 1) NOT NULL DEFAULT 1, ADD COLUMN b text NOT NULL`,
    ],
    ['drop-default', 'users.phone', `ALTER TABLE users ALTER phone DROP DEFAULT`],
    ['rewrite', 'users.n', `ALTER TABLE users ADD COLUMN n uuid DEFAULT gen_random_uuid()`],
    ['rewrite', 'users.n', `ALTER TABLE users ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY`],
    ['rewrite', 'users.n', `ALTER TABLE users ADD COLUMN n bigserial`],
    ['blocking-index', 'users.ix_users_name', `CREATE INDEX ix_users_name ON users (name)`],
    ['blocking-index', 'users.uq_users', `CREATE UNIQUE INDEX IF NOT EXISTS uq_users ON ONLY users (name)`],
    ['blocking-index', 'users.uq_users', `ALTER TABLE users ADD CONSTRAINT uq_users UNIQUE (name)`],
    ['blocking-index', 'users.n', `ALTER TABLE users ADD COLUMN n text UNIQUE`],
    ['index-left-behind', 'users.ix_n', `CREATE INDEX CONCURRENTLY ix_n ON users (name)`],
    [
      'validated-constraint',
      'users.fk_a',
      `ALTER TABLE users ADD CONSTRAINT fk_a FOREIGN KEY (a) REFERENCES teams (id)`,
    ],
    ['validated-constraint', 'users.ck_a', `ALTER TABLE users ADD CONSTRAINT ck_a CHECK (a IN ('x', 'NOT VALID'))`],
    ['validated-constraint', 'users.check', `ALTER TABLE users ADD CHECK (a > 0)`],
    ['validated-constraint', 'users.a', `ALTER TABLE users ADD COLUMN a integer CONSTRAINT ck_a CHECK (a > 0)`],
    ['validated-constraint', 'users.a', `ALTER TABLE users ADD COLUMN a text DEFAULT 'x' REFERENCES teams (id)`],
    ['hidden-sql', 'do', `DO $$ BEGIN EXECUTE 'DROP TABLE users'; END $$`],
    ['drop', 'b', `SELECT ';'; /* nothing; */ DROP TABLE b`],
  ];
  it.each(refused)('refuse %s of %s: %s', (rule, object, sql) => {
    expect(judge(sql)).toEqual([`${rule} ${object}`]);
  });

  it('refuse each table of a list, and each action', () => {
    expect(judge(`DROP TABLE a, b`)).toEqual(['drop a', 'drop b']);
    expect(judge(`ALTER TABLE a DROP x, ALTER y SET NOT NULL`)).toEqual(['drop a.x', 'not-null a.y']);
    expect(
      judge(`ALTER TABLE a ADD CONSTRAINT c CHECK (x > 0) NOT VALID; ALTER TABLE a VALIDATE CONSTRAINT c`),
    ).toEqual(['validated-constraint c']);
  });

  it.each([
    `ALTER TABLE users ADD COLUMN phone text`,
    `ALTER TABLE users ADD COLUMN phone text REFERENCES teams (id)`,
    `ALTER TABLE users ADD COLUMN kinds text[] NOT NULL DEFAULT '{a,b}', ADD COLUMN at timestamptz NOT NULL DEFAULT now()`,
    `ALTER TABLE users DROP CONSTRAINT ck_a, ALTER phone DROP NOT NULL, ALTER phone SET DEFAULT ''`,
    `ALTER TABLE users ADD CONSTRAINT ck_a CHECK (a IN ('x, y', 'z')) NOT VALID`,
    `ALTER TABLE users VALIDATE CONSTRAINT ck_a`,
    `ALTER TABLE users ADD CONSTRAINT uq_users UNIQUE USING INDEX uq_users`,
    `DROP INDEX CONCURRENTLY IF EXISTS ix_n; CREATE INDEX CONCURRENTLY ix_n ON users (name)`,
    `DROP TRIGGER t ON users; COMMENT ON TABLE users IS 'x; DROP TABLE users'`,
    `CREATE TABLE new (id text NOT NULL REFERENCES users (id)); CREATE INDEX ix_new ON new (id); ALTER TABLE new DROP id; DROP TABLE new`,
  ])('admit %s', (sql) => {
    expect(judge(sql)).toEqual([]);
  });

  it('know what an earlier one of the same release made, and go by statements that were sent', async () => {
    const rules = new ExpandContract();
    const send = (sql: string) =>
      recordUp('planted', { up: (runner) => runner.query(sql) as Promise<void>, down: () => Promise.resolve() });
    expect(rules.breaches(await send(`CREATE TABLE new (id text)`))).toEqual([]);
    expect(rules.breaches(await send(`ALTER TABLE new RENAME id TO name`))).toEqual([]);
    const hidden = recordUp('planted', {
      up: (runner) => runner.dropTable('users'),
      down: () => Promise.resolve(),
    });
    await expect(hidden).rejects.toThrow('migrations are written in SQL');
  });
});
