import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { writeServed } from './served-files.mjs';

export const CONSOLE_SOURCES = [
  ...['web/src', 'web/public', 'web/index.html', 'web/vite.config.mjs', 'web/package.json'],
  ...['sdk/src', 'scripts/console.mjs', 'scripts/served-files.mjs'],
];
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Compressed JavaScript of the first screen, at most. Bytes. */
const MAX_FIRST_SCREEN = 200 * 1024;

/** Writes the web console into `folder`, as scripts/reference/ writes the reference: the page, and its files for the service. */
export async function writeConsole(root, folder) {
  // React chooses its build by it. Jest builds with `test`.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const made = path.join(folder, 'made');
  await build({
    root: path.join(root, 'web'),
    configFile: path.join(root, 'web/vite.config.mjs'),
    logLevel: 'warn',
    build: { outDir: made, emptyOutDir: true },
  });
  const names = readdirSync(made, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(made, path.join(entry.parentPath, entry.name)));
  checkSize(made);
  mkdirSync(folder, { recursive: true });
  const served = names
    .filter((name) => path.extname(name) in TYPES)
    .sort()
    .map((name) => {
      const content = readFileSync(path.join(made, name));
      return writeServed(folder, `/app/${name}`, TYPES[path.extname(name)], content, name.startsWith('assets/'));
    });
  // Absolute, because the page is shown at paths of any depth. The service knows the base.
  const page = readFileSync(path.join(made, 'index.html'), 'utf8').replaceAll('="./', '="{{base}}');
  writeFileSync(path.join(folder, 'index.html'), page);
  writeFileSync(path.join(folder, 'files.json'), JSON.stringify(served));
  rmSync(made, { recursive: true });
}

/** The scripts that the page names, with what they import at once. */
function checkSize(made) {
  const page = readFileSync(path.join(made, 'index.html'), 'utf8');
  const first = [...page.matchAll(/(?:src|href)="\.\/(assets\/[\w.-]+\.js)"/g)].map(([, name]) => name);
  const bytes = first
    .map((name) => brotliCompressSync(readFileSync(path.join(made, name))).length)
    .reduce((sum, size) => sum + size, 0);
  const size = `${(bytes / 1024).toFixed(0)} of at most ${MAX_FIRST_SCREEN / 1024} KB of JavaScript`;
  if (first.length === 0 || bytes > MAX_FIRST_SCREEN) throw new Error(`The first screen of the console has ${size}`);
  process.stdout.write(`built the console; its first screen has ${size}\n`);
}
