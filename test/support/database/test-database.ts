import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A migrated, otherwise empty database for one test file. */
export interface TestDatabase {
  /** `postgresql://…`, for the `DATABASE_URL` of the application under test: of the role that it has in production. */
  url: string;
  /** Ends the remaining connections and removes the database. */
  drop(): Promise<void>;
}

/** A database with nothing in it, not even a schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

/** Clones the migrated template, which takes 10 to 400 milliseconds. Needs the server that global-setup.mjs starts. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('template_app');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { TEST_DATABASE_ADMIN_URL: adminUrl, TEST_DATABASE_URL: templateUrl } = process.env;
  if (!adminUrl || !templateUrl)
    throw new Error('no test database server: run through the Jest projects integration or e2e');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(templateUrl);
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${url.username}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
