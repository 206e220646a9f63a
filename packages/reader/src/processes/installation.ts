import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/** Absolute path of the folder with the package.json that lists the workspaces, for sources and for compiled code. */
export function projectRoot(): string {
  if (root !== undefined) return root;
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!listsWorkspaces(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`No package.json with workspaces above ${import.meta.url}`);
    folder = parent;
  }
  return (root = folder);
}

function listsWorkspaces(file: string): boolean {
  try {
    return 'workspaces' in (JSON.parse(readFileSync(file, 'utf8')) as object);
  } catch {
    // No such file, or no permission to read it in a confined process.
    return false;
  }
}

/** Absolute path of a built program or thread: `compiledFile('main.js')`. */
export function compiledFile(name: string): string {
  return path.join(projectRoot(), 'dist', 'bin', name);
}
