import { rm, utimes } from 'node:fs/promises';
import type { DraftFolder } from './draft-folder.js';

/** Time for which unused copies stay, because pages of a document are requested one after the other. Milliseconds. */
const LINGER_MS = 60_000;
/** Interval of touching copies in use, so that other processes do not remove them. Milliseconds. */
const TOUCH_MS = 10 * 60_000;

interface Copy {
  file: string;
  /** Resolves when the file is complete. */
  ready: Promise<void>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Local copies of remote blobs, each fetched once for concurrent users. */
export class LocalCopies {
  private readonly copies = new Map<string, Copy>();

  /** @param fetch writes the blob to a new file; its error is passed to all users of the copy */
  constructor(
    private readonly folder: DraftFolder,
    private readonly fetch: (sha256: string, file: string) => Promise<void>,
    private readonly lingerMs = LINGER_MS,
  ) {}

  async use<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    const copy = this.copies.get(sha256) ?? this.begin(sha256);
    copy.users += 1;
    clearTimeout(copy.timer);
    copy.timer = setInterval(() => void touch(copy.file), TOUCH_MS).unref();
    try {
      await copy.ready;
      return await work(copy.file);
    } finally {
      copy.users -= 1;
      if (copy.users === 0) {
        clearInterval(copy.timer);
        copy.timer = setTimeout(() => void this.remove(sha256, copy), this.lingerMs).unref();
      }
    }
  }

  async close(): Promise<void> {
    for (const [sha256, copy] of this.copies) if (copy.users === 0) await this.remove(sha256, copy);
  }

  private begin(sha256: string): Copy {
    const file = this.folder.newPath();
    const copy: Copy = { file, ready: this.fetch(sha256, file), users: 0, timer: undefined };
    this.copies.set(sha256, copy);
    // Later users try again; current ones get the error.
    copy.ready.catch(() => this.forget(sha256, copy));
    return copy;
  }

  private async remove(sha256: string, copy: Copy): Promise<void> {
    this.forget(sha256, copy);
    await rm(copy.file, { force: true });
  }

  private forget(sha256: string, copy: Copy): void {
    clearTimeout(copy.timer);
    if (this.copies.get(sha256) === copy) this.copies.delete(sha256);
  }
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  // Ignores a file that does not exist.
  await utimes(file, now, now).catch(() => undefined);
}
