import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { MigrationFile } from './releases.js';

/** What a migration does. */
export interface RecordedMigration {
  name: string;
  /** Whether it is one transaction, as it is unless it says otherwise. */
  inTransaction: boolean;
  /** In lower case, spaces single, without comments, what is quoted left out: {@link plainStatements}. */
  statements: string[];
}

type MigrationClass = new () => MigrationInterface;

/** Text in quotes of all kinds, and comments: what no rule may read as SQL. */
const QUOTED = /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//gi;

/** The statements of a text of SQL. Names lose their quotes and the schema `public`. */
export function plainStatements(sql: string): string[] {
  return sql
    .replace(QUOTED, (found) => (/^(--|\/\*)/.test(found) ? ' ' : `''`))
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/\bpublic\./g, '')
    .replace(/\s+/g, ' ')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The class that the file exports. */
export async function migrationClass({ name, file }: MigrationFile): Promise<MigrationClass> {
  const className = /export class (\w+)/.exec(readFileSync(file, 'utf8'))?.[1];
  const exported = (await import(file)) as Record<string, MigrationClass>;
  const Migration = exported[className ?? ''];
  if (!Migration) throw new Error(`${name} exports no migration`);
  return Migration;
}

/** Runs `up` without a database and answers the statements that it would have sent. */
export async function recordMigration(file: MigrationFile): Promise<RecordedMigration> {
  const Migration = await migrationClass(file);
  return recordUp(file.name, new Migration());
}

/** The same for a loaded migration. */
export async function recordUp(name: string, migration: MigrationInterface): Promise<RecordedMigration> {
  const statements: string[] = [];
  const query = (sql: string): Promise<unknown[]> => {
    statements.push(...plainStatements(sql));
    return Promise.resolve([]);
  };
  const runner = new Proxy({} as QueryRunner, {
    get: (_, method) => {
      if (method === 'query') return query;
      throw new Error(`${name} calls ${String(method)}: migrations are written in SQL`);
    },
  });
  await migration.up(runner);
  return { name, inTransaction: migration.transaction !== false, statements };
}

/** Splits at commas outside of parentheses. */
export function splitList(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
