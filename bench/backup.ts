/**
 * How long a library of a gibibyte of files, with 25,600 pages of text in the database, takes to be saved, to be saved again
 * with nothing new, to be verified, and to be restored into another database of the same server. Beside it a bare copy of the
 * bytes that the backup consists of, each file onto the disk. What is copied is in the page cache, for both.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { newId } from '../src/common/ids/type-id.js';
import { compiledFile } from '../src/common/project-root.js';
import { blobKey } from '../src/integrations/storage/blob-storage.js';
import { insertDocuments } from './support/documents.js';
import { progress, report } from './support/figure.js';
import { SyntheticText } from './support/synthetic-text.js';
import { inWorld, type World } from './support/world.js';

const FILES = 256;
const FILE_BYTES = 4 * 1024 * 1024;
const PAGES_PER_FILE = 100;
/** About 3 KB of text. */
const SENTENCES_PER_PAGE = 30;

const run = promisify(execFile);

/** Stores files that no two chunks of are alike, as of scanned manuals, and files them with their pages. */
async function fill(world: World): Promise<void> {
  const text = new SyntheticText(1);
  for (const { revisionId } of await insertDocuments(world, FILES)) {
    const content = randomBytes(FILE_BYTES);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = path.join(world.dataDir, blobKey(sha256));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content, { flush: true });
    await world.db.query(`INSERT INTO blobs (sha256, size) VALUES ($1, $2)`, [sha256, FILE_BYTES]);
    await world.db.query(`UPDATE document_revisions SET content_sha256 = $2, content_size = $3 WHERE id = $1`, [
      revisionId,
      sha256,
      FILE_BYTES,
    ]);
    const pages = Array.from({ length: PAGES_PER_FILE }, () => text.paragraph(SENTENCES_PER_PAGE));
    const ids = pages.map(() => newId('page'));
    await world.db.query(
      `INSERT INTO pages (revision_id, page_number, id, text, blocks)
       SELECT $1, n, id, text, '[]' FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS row (id, text, n)`,
      [revisionId, ids, pages],
    );
  }
  await world.db.query('CHECKPOINT');
}

/** Runs a tool as `npm run` does; answers the seconds. */
async function time(tool: string, args: string[], env: Record<string, string>): Promise<number> {
  progress(tool);
  const startedAt = performance.now();
  await run(process.execPath, [compiledFile(`scripts/${tool}.js`), ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return (performance.now() - startedAt) / 1000;
}

/** Copies all files below a folder, one after the other, each onto the disk. Answers seconds and bytes. */
async function copyBare(from: string, to: string): Promise<{ seconds: number; bytes: number }> {
  progress('bare copy');
  const startedAt = performance.now();
  let bytes = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(source, target);
    const handle = await open(target, 'r+');
    await handle.sync();
    await handle.close();
    bytes += (await stat(target)).size;
  }
  return { seconds: (performance.now() - startedAt) / 1000, bytes };
}

function tell(name: string, seconds: number, floor: { seconds: number; bytes: number }): void {
  const of = (took: number): string => {
    const mebibytes = floor.bytes / 1024 ** 2 / took;
    return `${took.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB/s`;
  };
  report({ name, value: of(seconds), floor: of(floor.seconds), ratio: floor.seconds / seconds });
}

async function main(): Promise<void> {
  await inWorld(async (world) => {
    progress(`${FILES} files`);
    await fill(world);
    const { dataDir, databaseUrl } = world;
    const source = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const [backups, restored] = [path.join(dataDir, 'backups'), path.join(dataDir, 'restored')];
    const saved = await time('backup', ['--to', backups, '--with-secret-key'], source);
    const floor = await copyBare(backups, path.join(dataDir, 'bare'));
    const again = await time('backup', ['--to', backups, '--with-secret-key'], source);
    const verified = await time('backup-verify', ['--from', backups], source);
    await world.db.query('CREATE DATABASE restored');
    const url = new URL(databaseUrl);
    url.pathname = '/restored';
    await mkdir(restored);
    const loaded = await time('restore', ['--from', backups], { DATABASE_URL: url.href, DATA_DIR: restored });
    const size = `${(floor.bytes / 1024 ** 3).toFixed(2)} GiB`;
    tell(`backup of ${size}, beside a bare copy`, saved, floor);
    tell('… again, with no new file', again, floor);
    tell('… verified', verified, floor);
    tell('… restored', loaded, floor);
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
