import type { Readable } from 'node:stream';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { DomainEvents } from '../../common/events/domain-events.js';
import type { ByteRange } from '../../common/files/byte-range.js';
import { MalwareFoundError, ScanLimitError } from '../malware-scan/malware-scan.errors.js';
import { ContentRefused } from '../malware-scan/malware-scan.events.js';
import type { MalwareScanner } from '../malware-scan/malware-scanner.js';
import { BlobDamagedError } from './blob-storage.errors.js';
import { BlobStorage, type PutOptions, type StoredBlob } from './blob-storage.js';
import type { BlobRepository, Removal } from './blob.repository.js';

/** A recently stored blob may belong to a request that has not committed. Seconds. */
const RELEASE_GRACE_SECONDS = 15 * 60;

/** A store and the table `blobs`: a put adds the row first, a deletion removes row and content under its lock, on any number of nodes. */
@Injectable()
export class AccountedBlobStorage extends BlobStorage implements OnApplicationShutdown {
  private readonly logger = new Logger('Storage');

  constructor(
    private readonly store: BlobStorage,
    private readonly accounts: BlobRepository,
    private readonly events: DomainEvents,
    private readonly scanner: MalwareScanner | null,
  ) {
    super();
  }

  /** As the store's, with a malware scan. Throws MalwareFoundError, ScannerUnavailableError. */
  async put(source: Readable, { maxBytes, isOwn = false, beforePublish }: PutOptions): Promise<StoredBlob> {
    const scan = isOwn ? undefined : this.scanner?.begin();
    let wasDamaged = false;
    try {
      const blob = await this.store.put(scan ? scan.through(source) : source, {
        maxBytes,
        beforePublish: async (found, file) => {
          await scan?.requireClean();
          const reliance = (await beforePublish?.(found, file)) ?? 'keep';
          wasDamaged = await this.accounts.register(found);
          return wasDamaged ? 'replace' : reliance;
        },
      });
      if (wasDamaged) await this.accounts.markRepaired(blob.sha256);
      return blob;
    } catch (error) {
      source.destroy();
      await this.tell(error);
      throw error;
    } finally {
      scan?.close();
    }
  }

  /** Throws BlobDamagedError for content known to be damaged, and BlobNotFoundError. */
  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    await this.requireSound(sha256);
    return this.store.open(sha256, range);
  }

  stat(sha256: string): Promise<{ size: number } | null> {
    return this.store.stat(sha256);
  }

  /** After a reference was removed: deletes an unreferenced blob; recently stored ones are left to the sweep. Not inside a transaction. */
  async delete(sha256: string): Promise<void> {
    const removal = await this.remove(sha256, RELEASE_GRACE_SECONDS);
    if (removal === 'fresh') await this.accounts.markReleased(sha256);
  }

  /** Deletes at once if all puts were released, so that refused uploads leave nothing; otherwise the sweep decides. */
  override async release(sha256: string): Promise<void> {
    await this.accounts.takeBack(sha256);
    await this.delete(sha256);
  }

  /** Removes the blob if nothing refers to it and it was not stored within the last `minimumAge` seconds. */
  remove(sha256: string, minimumAge: number): Promise<Removal> {
    return this.accounts.delete(sha256, minimumAge, () => this.store.delete(sha256));
  }

  /** Throws BlobDamagedError and BlobNotFoundError. */
  async withLocalFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    await this.requireSound(sha256);
    return this.store.withLocalFile(sha256, work);
  }

  /** The content even if it is known to be damaged, for verification. */
  openUnchecked(sha256: string): Promise<Readable> {
    return this.store.open(sha256);
  }

  list(): AsyncIterable<StoredBlob> {
    return this.store.list();
  }

  discardUnfinished(): Promise<number> {
    return this.store.discardUnfinished();
  }

  ping(): Promise<void> {
    return this.store.ping();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  private async tell(error: unknown): Promise<void> {
    if (error instanceof MalwareFoundError) await this.events.emit(new ContentRefused('malware', error.signature));
    if (error instanceof ScanLimitError) await this.events.emit(new ContentRefused('malware_scan_limit', null));
  }

  private async requireSound(sha256: string): Promise<void> {
    if (!(await this.accounts.isDamaged(sha256))) return;
    this.logger.error({ sha256 }, 'a damaged file was requested');
    throw new BlobDamagedError(sha256);
  }
}
