import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../storage/draft-folder.js';

export interface FileCacheOptions {
  /** Created when it is needed; holds nothing else. */
  folder: string;
  /** Of all entries together. */
  maxBytes: number;
}

/** An unfinished file that nobody has written to for this long belongs to a process that died. Milliseconds. */
const STALE_AFTER_MS = 60 * 60 * 1000;

const KEY = /^[0-9a-f]{64}$/;

/**
 * Keeps results that can be made anew in files, those used last, up to a limit. An entry is there whole or not at all,
 * whenever the process or the machine stops. Several processes may share the folder; each keeps the limit for what it has
 * seen of it.
 */
export class FileCache {
  /** Bytes by key, used longest ago first. */
  private readonly entries = new Map<string, number>();
  private total = 0;
  private scanned: Promise<void> | null = null;

  constructor(private readonly options: FileCacheOptions) {}

  /** The entry, or null. @param key a SHA-256 in lower-case hexadecimal */
  async read(key: string): Promise<Buffer | null> {
    const file = this.fileOf(key);
    const content = await ignoreMissing(readFile(file));
    if (!content) {
      this.forget(key);
      return null;
    }
    this.remember(key, content.length);
    // For the order after a restart; whatever becomes of it, the content is here.
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return content;
  }

  /** Stores an entry for as long as there is room. */
  async write(key: string, content: Uint8Array): Promise<void> {
    this.scanned ??= this.scan();
    await this.scanned;
    const file = this.fileOf(key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomUUID()}`;
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(content);
        // Or the name could outlive a power failure without the content.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    this.remember(key, content.length);
    await this.evict();
  }

  /** Removes the entries whose keys begin so. @param prefix two characters at least */
  async removeAll(prefix: string): Promise<void> {
    const folder = path.dirname(this.fileOf(prefix.padEnd(64, '0')));
    for (const key of (await ignoreMissing(readdir(folder))) ?? []) {
      if (!key.startsWith(prefix) || !KEY.test(key)) continue;
      this.forget(key);
      await rm(this.fileOf(key), { force: true });
    }
  }

  private async evict(): Promise<void> {
    for (const key of this.entries.keys()) {
      if (this.total <= this.options.maxBytes) return;
      this.forget(key);
      await rm(this.fileOf(key), { force: true });
    }
  }

  /** What earlier processes left, oldest use first, before what this one has used already. */
  private async scan(): Promise<void> {
    const names = (await ignoreMissing(readdir(this.options.folder, { recursive: true }))) ?? [];
    const found: { key: string; size: number; usedAt: number }[] = [];
    for (const name of names) {
      const file = path.join(this.options.folder, name);
      const stats = await ignoreMissing(stat(file));
      if (!stats?.isFile()) continue;
      const key = path.basename(name);
      if (KEY.test(key)) found.push({ key, size: stats.size, usedAt: stats.mtimeMs });
      else if (Date.now() - stats.mtimeMs > STALE_AFTER_MS) await rm(file, { force: true });
    }
    const used = [...this.entries];
    for (const { key, size } of found.sort((a, b) => a.usedAt - b.usedAt)) this.remember(key, size);
    for (const [key, size] of used) this.remember(key, size);
  }

  private remember(key: string, size: number): void {
    this.forget(key);
    this.entries.set(key, size);
    this.total += size;
  }

  private forget(key: string): void {
    this.total -= this.entries.get(key) ?? 0;
    this.entries.delete(key);
  }

  private fileOf(key: string): string {
    if (!KEY.test(key)) throw new TypeError('not a SHA-256 in lower-case hexadecimal');
    return path.join(this.options.folder, key.slice(0, 2), key);
  }
}
