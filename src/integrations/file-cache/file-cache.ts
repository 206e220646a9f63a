import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../storage/draft-folder.js';

export interface FileCacheOptions {
  /** Created when needed; holds nothing else. */
  folder: string;
  /** Of all entries together. */
  maxBytes: number;
}

/** Unfinished files of this age belong to dead processes. Milliseconds. */
const STALE_AFTER_MS = 60 * 60 * 1000;

const KEY = /^[0-9a-f]{64}$/;

/** Reproducible files, least recently used out first, written atomically. Each process applies the limit to the entries it knows. */
export class FileCache {
  /** Bytes by key, least recently used first. */
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
    // For the order after a restart; failures do not matter.
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return content;
  }

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
        // Otherwise the name could survive a power failure without the content.
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

  /** Removes entries by key prefix. @param prefix at least two characters */
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

  /** Adds entries of earlier processes, oldest first, before those used by this one. */
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
