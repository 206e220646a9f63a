import { constants, type Dirent } from 'node:fs';
import { lstat, open, opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusedError } from '../import-refused.error.js';
import type { ImportSource, RefusedSourceEntry, SourceEntry, SourceFile, SourceListing } from './import-source.js';
import { refusedName, sourceUnavailable, tooManyFiles, type SourceLimits } from './source-errors.js';

/** A folder that the operator allowed. Links are not followed: they could lead out of it. */
export class FolderSource implements ImportSource {
  private constructor(
    private readonly folder: string,
    private readonly limits: SourceLimits,
  ) {}

  /** @param root that the operator allowed, around the folder @throws ImportRefusedError `source_unavailable` */
  static async open(root: string, folder: string, limits: SourceLimits): Promise<FolderSource> {
    const [realRoot, real] = await Promise.all([realpath(root), realpath(folder)]).catch(unavailable);
    if (real !== realRoot && !real.startsWith(withSlash(realRoot))) throw sourceUnavailable('leads out of its root');
    return new FolderSource(real, limits);
  }

  async list(signal: AbortSignal): Promise<SourceListing> {
    const entries: SourceEntry[] = [];
    const refused: RefusedSourceEntry[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for await (const found of await this.read(folder, refused)) {
        signal.throwIfAborted();
        const name = folder + found.name;
        const problem = refusedName(name, this.limits) ?? notAFile(found);
        if (problem) refused.push({ name, error: problem });
        else if (found.isDirectory()) folders.push(`${name}/`);
        else entries.push({ name, size: (await this.stat(name))?.size ?? 0 });
        if (entries.length + refused.length + folders.length > this.limits.max_entries)
          throw tooManyFiles(this.limits.max_entries);
      }
    }
    return { entries, refused };
  }

  /** What a folder holds. One that cannot be read is refused like a file, except the source itself. */
  private async read(folder: string, refused: RefusedSourceEntry[]): Promise<AsyncIterable<Dirent> | Dirent[]> {
    try {
      return await opendir(path.join(this.folder, folder)).catch(unavailable);
    } catch (error) {
      if (folder === '' || !(error instanceof ImportRefusedError)) throw error;
      refused.push({ name: folder, error: { code: error.code, message: error.message } });
      return [];
    }
  }

  async open(name: string): Promise<SourceFile | null> {
    const found = await this.stat(name);
    return found && { modified_at: found.mtime, chunks: () => this.chunks(name) };
  }

  close(): void {}

  private async stat(name: string): Promise<{ size: number; mtime: Date } | null> {
    const found = await lstat(path.join(this.folder, name)).catch(missingOrUnavailable);
    return found?.isFile() ? found : null;
  }

  /** A folder of the path can become a link meanwhile, so the opened file is compared with the one at its real path. */
  private async *chunks(name: string): AsyncGenerator<Buffer> {
    const file = path.join(this.folder, name);
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(file, flags).catch(unavailable);
    try {
      const [opened, real] = await Promise.all([handle.stat(), realpath(file)]).catch(unavailable);
      const there = await lstat(real).catch(unavailable);
      if (real !== file || !opened.isFile() || opened.ino !== there.ino || opened.dev !== there.dev)
        throw sourceUnavailable('is a link');
      yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
    } catch (error) {
      unavailable(error);
    } finally {
      await handle.close();
    }
  }
}

function withSlash(folder: string): string {
  return folder.endsWith(path.sep) ? folder : folder + path.sep;
}

function notAFile(found: Dirent): RefusedSourceEntry['error'] | null {
  if (found.isFile() || found.isDirectory()) return null;
  return { code: 'not_a_file', message: 'Links and special files are not imported.' };
}

function missingOrUnavailable(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOENT' ? null : unavailable(error);
}

function unavailable(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  throw code === undefined || error instanceof ImportRefusedError ? error : sourceUnavailable(code);
}
