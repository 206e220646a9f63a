import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform, type Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '../common/errors/operator-error.js';
import type { BackupFile } from './backup-manifest.js';

const MANIFEST = 'manifest.json';
const SECRET_KEY = 'secret-key';
const DRAFT_PREFIX = '.unfinished-';
/** Most of the gain at little cost. */
const GZIP_LEVEL = 1;
const NAME = /^\d{8}T\d{9}Z$/;

/** One backup: `manifest.json`, `tables/`, `jobs.gz`, `blobs.gz`, `secret-key` if requested. All backups share `../blobs`. */
export class BackupFolder {
  private constructor(
    readonly path: string,
    private readonly finalPath: string,
  ) {}

  /** A new backup, which gets its name by {@link finish}. Unfinished earlier ones are removed. */
  static async begin(root: string, time: Date): Promise<BackupFolder> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    for (const name of await readdir(root)) {
      if (name.startsWith(DRAFT_PREFIX)) await rm(path.join(root, name), { recursive: true, force: true });
    }
    const name = time.toISOString().replace(/[-:.]/g, '');
    const draft = path.join(root, DRAFT_PREFIX + name);
    await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 });
    return new BackupFolder(draft, path.join(root, name));
  }

  /** An existing backup: `from` itself, or the latest in it. @throws BackupError without one */
  static async find(from: string): Promise<BackupFolder> {
    const given = path.resolve(from);
    if (await exists(path.join(given, MANIFEST))) return new BackupFolder(given, given);
    const latest = (await listBackups(given)).at(-1);
    if (latest === undefined) {
      throw new BackupError(`There is no complete backup in ${given}: no ${MANIFEST} in it or in a folder of it.`);
    }
    const folder = path.join(given, latest);
    return new BackupFolder(folder, folder);
  }

  get name(): string {
    return path.basename(this.finalPath);
  }

  /** The folder with all backups and, in `blobs`, their stored files. */
  get root(): string {
    return path.dirname(this.path);
  }

  /** Writes `source` gzipped and synced. */
  async write(file: string, source: Readable): Promise<BackupFile> {
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const target = createWriteStream(path.join(this.path, file), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, createGzip({ level: GZIP_LEVEL }), measure, target);
    return { file, bytes, sha256: hash.digest('hex') };
  }

  read({ file }: BackupFile): Readable {
    const gunzip = createGunzip();
    // The pipeline passes errors to the reader.
    pipeline(createReadStream(this.pathOf(file)), gunzip).catch(() => undefined);
    return gunzip;
  }

  /** @throws BackupError when the file is missing or modified */
  async requireSound({ file, bytes, sha256 }: BackupFile): Promise<void> {
    const stats = await stat(this.pathOf(file)).catch(() => null);
    if (!stats) throw new BackupError(`The backup is not complete: ${file} is missing.`);
    const hash = createHash('sha256');
    await pipeline(createReadStream(this.pathOf(file)), hash);
    if (stats.size !== bytes || hash.digest('hex') !== sha256) {
      throw new BackupError(`The backup is damaged: ${file} is not what was written.`);
    }
  }

  readManifest(): Promise<string> {
    return readFile(path.join(this.path, MANIFEST), 'utf8');
  }

  /** Path of the included master key; null without one. */
  async findSecretKey(): Promise<string | null> {
    const file = path.join(this.path, SECRET_KEY);
    return (await exists(file)) ? file : null;
  }

  async addSecretKey(source: string): Promise<void> {
    await copyFile(source, path.join(this.path, SECRET_KEY));
    await syncFile(path.join(this.path, SECRET_KEY));
  }

  /** Writes the manifest and renames the folder, which completes the backup. Returns its path. */
  async finish(manifest: string): Promise<string> {
    const handle = await open(path.join(this.path, MANIFEST), 'wx', 0o600);
    try {
      await handle.writeFile(manifest);
      await handle.sync();
    } finally {
      await handle.close();
    }
    for (const folder of [path.join(this.path, 'tables'), this.path]) await syncFile(folder);
    await rename(this.path, this.finalPath);
    await syncFile(this.root);
    return this.finalPath;
  }

  private pathOf(file: string): string {
    const found = path.resolve(this.path, file);
    if (!found.startsWith(this.path + path.sep)) throw new BackupError(`${file} is no file of the backup.`);
    return found;
  }
}

/** Names of the complete backups in a folder, oldest first. */
export async function listBackups(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const complete: string[] = [];
  for (const name of names.filter((one) => NAME.test(one)).sort()) {
    if (await exists(path.join(root, name, MANIFEST))) complete.push(name);
  }
  return complete;
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

/** Synced; Windows cannot open folders and does not need it. */
async function syncFile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A backup or restore failed; the message gives reason and remedy. */
export class BackupError extends OperatorError {}
