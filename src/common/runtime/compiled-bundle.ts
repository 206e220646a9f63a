/**
 * Runs bundles that the build has compiled: V8 loads their bytecode instead of parsing the sources. Node does not cache the
 * bytecode of ES modules, so these bundles are CommonJS.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/** A function of CommonJS's parameters, as `scripts/build.mjs` writes it. */
type Bundle = (
  require: (id: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  importMetaUrl: string,
  importAny: (id: string) => Promise<unknown>,
) => void;

const loaded = new Map<string, { exports: unknown }>();
const requireElsewhere = createRequire(import.meta.url);

/** @param name relative to the folder of the programs, such as `./service.js` */
export function requireBundle(name: string): unknown {
  const known = loaded.get(name);
  if (known) return known.exports;
  const file = path.basename(name, '.js') + '.cjs';
  const url = new URL(file, import.meta.url).href;
  // The build writes ASCII. Read as Latin-1, long texts stay outside the heap.
  const source = readFileSync(fileURLToPath(url), 'latin1');
  const script = new vm.Script(source, {
    // As in the bytecode, which keeps it. The folder may be another one than the build's.
    filename: `bundle:${file}`,
    cachedData: bytecode(fileURLToPath(`${url}.bytecode`)),
  });
  const module = { exports: {} as unknown };
  loaded.set(name, module);
  (script.runInThisContext() as Bundle)(requireAny, module, module.exports, url, importAny);
  return module.exports;
}

const requireAny = (id: string): unknown => (id.startsWith('./') ? requireBundle(id) : requireElsewhere(id));

async function importAny(id: string): Promise<unknown> {
  return id.startsWith('./') ? requireBundle(id) : await import(id);
}

/** Trusted like the code next to it. V8 ignores that of another version of V8, or made with other flags. */
function bytecode(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
