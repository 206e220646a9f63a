import { mkdirSync } from 'node:fs';
import path from 'node:path';

export const OFFLINE_SOURCES = [
  'web/offline',
  'packages/search-engine/src',
  'packages/language/src',
  'scripts/offline.mjs',
  'src/modules/documents/temporary-revisions/dto',
];

/** Bundles the page of offline packages into `folder`: a script without imports, and a style sheet. */
export async function writeOffline(root, folder) {
  const { build } = await import('esbuild');
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['web/offline/viewer.ts', 'web/offline/viewer.css'],
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome100', 'firefox113', 'safari16.4'],
    // Of the same sources as dist/, which can be older.
    alias: {
      '@amks/language': path.join(root, 'packages/language/src'),
      '@amks/search-engine': path.join(root, 'packages/search-engine/src'),
    },
    legalComments: 'none',
    charset: 'ascii',
    logLevel: 'warning',
  });
}
