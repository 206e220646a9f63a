import { constants, type Dirent, type Stats } from 'node:fs';
import { lstat, open, opendir, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusedError } from '../import-refused.error.js';
import type { ImportSource, SourceFile, SourceListing } from './import-source.js';
import { ListingBuilder, sourceChanged, sourceUnavailable, type SourceLimits } from './source-listing.js';

const NOT_A_FILE = { code: 'not_a_file', message: 'Links and special files are not imported.' };

/** A folder that the operator allowed. Links are not followed: they could lead out of it. */
export class FolderSource implements ImportSource {
  private constructor(
    private readonly folder: string,
    private readonly identity: string,
    private readonly limits: SourceLimits,
  ) {}

  /** @param root that the operator allowed, around the folder @throws ImportRefusedError `source_unavailable` */
  static async open(root: string, folder: string, limits: SourceLimits): Promise<FolderSource> {
    const [realRoot, real, found] = await Promise.all([realpath(root), realpath(folder), stat(folder)]).catch(
      (error: unknown) => {
        throw asRefusal(error);
      },
    );
    if (real !== realRoot && !real.startsWith(withSlash(realRoot))) throw sourceUnavailable('leads out of its root');
    return new FolderSource(real, identityOf(found), limits);
  }

  async list(signal: AbortSignal): Promise<SourceListing> {
    const listing = new ListingBuilder(this.limits);
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for await (const found of this.read(folder, listing)) {
        signal.throwIfAborted();
        const name = folder + found.name;
        if (listing.refuses(name)) continue;
        if (found.isDirectory()) folders.push(`${name}/`);
        else if (!found.isFile()) listing.refuse(name, NOT_A_FILE);
        else await this.measure(name, listing);
      }
    }
    return listing;
  }

  /** What a folder holds. One that cannot be read is refused like a file, except the source itself. */
  private async *read(name: string, listing: ListingBuilder): AsyncGenerator<Dirent> {
    const folder = path.join(this.folder, name);
    try {
      const entries: AsyncIterable<Dirent> = await opendir(folder);
      if (path.join(await realpath(folder), '/') === path.join(folder, '/')) {
        yield* entries;
        return;
      }
    } catch (error) {
      const refusal = asRefusal(error);
      if (name === '') throw refusal;
      return listing.refuse(name, refusal);
    }
    listing.refuse(name, NOT_A_FILE);
  }

  private async measure(name: string, listing: ListingBuilder): Promise<void> {
    const found = await lstat(path.join(this.folder, name)).catch(asRefusal);
    if (found instanceof ImportRefusedError) listing.refuse(name, found);
    else listing.add(name, found.size);
  }

  /** A mount point without its share is another folder. */
  async isThere(): Promise<boolean> {
    return stat(this.folder).then(
      (found) => identityOf(found) === this.identity,
      () => false,
    );
  }

  async open(name: string): Promise<SourceFile | null> {
    try {
      const found = await lstat(path.join(this.folder, name));
      return found.isFile() ? { modified_at: found.mtime, chunks: () => this.chunks(name) } : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw asRefusal(error);
    }
  }

  close(): void {}

  /** A folder of the path can become a link meanwhile, so the opened file is compared with the one at its real path. */
  private async *chunks(name: string): AsyncGenerator<Buffer> {
    const file = path.join(this.folder, name);
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const [before, real] = await Promise.all([handle.stat(), realpath(file)]);
      const there = await lstat(real);
      if (real !== file || !before.isFile() || before.ino !== there.ino || before.dev !== there.dev)
        throw sourceUnavailable('a link');
      yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
      const after = await handle.stat();
      // It may still be copied to the share.
      if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw sourceChanged();
    } catch (error) {
      throw asRefusal(error);
    } finally {
      await handle?.close();
    }
  }
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

function withSlash(folder: string): string {
  return folder.endsWith(path.sep) ? folder : folder + path.sep;
}

/** System errors as `source_unavailable`; others unchanged. */
function asRefusal(error: unknown): ImportRefusedError {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return typeof syscall === 'string' ? sourceUnavailable(code ?? syscall) : (error as ImportRefusedError);
}
