import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path of the folder that holds package.json, found from this file upwards: the same from `src/` (tests)
 * and from `dist/src/` (production).
 */
export function projectRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json not found above the compiled sources');
    folder = parent;
  }
  return folder;
}

/** The release that this is, as package.json names it. */
export function releaseVersion(): string {
  return (JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** Absolute path of a compiled file, `compiledFile('src/main.js')`: what child processes and worker threads are started from. */
export function compiledFile(relativePath: string): string {
  return path.join(projectRoot(), 'dist', relativePath);
}
