import type { Readable } from 'node:stream';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { DomainEvents } from '../../common/events/domain-events.js';
import type { ByteRange } from '../../common/http/byte-range.js';
import { MalwareFoundError, ScanLimitError } from '../malware-scan/malware-scan.errors.js';
import { ContentRefused } from '../malware-scan/malware-scan.events.js';
import type { MalwareScanner } from '../malware-scan/malware-scanner.js';
import { BlobDamagedError } from './blob-storage.errors.js';
import { BlobStorage, type PutOptions, type StoredBlob } from './blob-storage.js';
import type { BlobRepository, Removal } from './blob.repository.js';

/** A blob put so recently may be on its way into a request's transaction, also when another user of it has just gone. Seconds. */
const RELEASE_GRACE_SECONDS = 15 * 60;

/**
 * The storage that the service uses: a store of files, and the table `blobs` that keeps its accounts.
 *
 * A put enters the row before it publishes the content; a deletion removes the row, which foreign keys guard, and holds it
 * while it removes the content. So the two never cross, on however many nodes: a blob that is referred to is there.
 */
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

  /** As the store's, looked through for malware on its way in. Throws MalwareFoundError, ScannerUnavailableError. */
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

  /** Throws BlobDamagedError for what is known to be another content, and BlobNotFoundError. */
  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    await this.requireSound(sha256);
    return this.store.open(sha256, range);
  }

  stat(sha256: string): Promise<{ size: number } | null> {
    return this.store.stat(sha256);
  }

  /**
   * To be called when something stopped using the blob: it goes if nothing else refers to it; while it was put only just
   * now, the sweep removes it a little later. Not inside a transaction.
   */
  async delete(sha256: string): Promise<void> {
    const removal = await this.remove(sha256, RELEASE_GRACE_SECONDS);
    if (removal === 'fresh') await this.accounts.markReleased(sha256);
  }

  /**
   * At once where all who put the content have taken it back: uploads that are refused, however many and at the same time,
   * leave nothing. Otherwise somebody may be about to use it, and it is left to the sweep.
   */
  override async release(sha256: string): Promise<void> {
    await this.accounts.takeBack(sha256);
    await this.delete(sha256);
  }

  /** Removes the blob if nothing refers to it and nobody put it within the last `minimumAge` seconds. */
  remove(sha256: string, minimumAge: number): Promise<Removal> {
    return this.accounts.delete(sha256, minimumAge, () => this.store.delete(sha256));
  }

  /** Throws BlobDamagedError and BlobNotFoundError. */
  async withLocalFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    await this.requireSound(sha256);
    return this.store.withLocalFile(sha256, work);
  }

  /** The content whatever is known of it, for whoever checks it. */
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
    this.logger.error({ sha256 }, 'a damaged file was asked for');
    throw new BlobDamagedError(sha256);
  }
}
