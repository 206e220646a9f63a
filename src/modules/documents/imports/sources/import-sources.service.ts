import { Inject, Injectable } from '@nestjs/common';
import type { ArchiveLimits } from '@amks/reader/limits/extraction-limits.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { BlobStorage } from '../../../../integrations/storage/blob-storage.js';
import type { S3Credentials } from '../../../../integrations/storage/storage-url.js';
import { ImportRefusedError } from '../import-refused.error.js';
import type { Import } from '../import.entity.js';
import { FolderSource } from './folder-source.js';
import { findAllowed, type ImportRoot } from './import-roots.js';
import { ArchiveSource, type ImportSource } from './import-source.js';
import { SOURCE_NOT_ALLOWED } from './source-listing.js';

export const IMPORT_OPTIONS = Symbol('import options');

export interface ImportOptions {
  limits: ArchiveLimits;
  /** Sources other than archives. */
  roots: readonly ImportRoot[];
  /** Of buckets. Null: the default chain. */
  credentials: S3Credentials | null;
}

/** Opens the archive, folder or bucket of an import. */
@Injectable()
export class ImportSources {
  constructor(
    private readonly storage: BlobStorage,
    @Inject(IMPORT_OPTIONS) private readonly options: ImportOptions,
  ) {}

  /** @throws AppError FORBIDDEN (source_not_allowed), which does not tell whether the source exists */
  requireAllowed(organizationId: string, source: string): void {
    if (findAllowed(this.options.roots, organizationId, source)) return;
    throw new AppError('FORBIDDEN', 'The operator has not allowed this source for the organization', {
      reason: SOURCE_NOT_ALLOWED,
    });
  }

  /**
   * The result of `work`; null if the import has ended and its archive was deleted.
   * @throws ZipError; ImportRefusedError `source_not_allowed`, `source_unavailable`; errors of `work`
   */
  async withSource<T>(one: Import, work: (source: ImportSource) => Promise<T>): Promise<T | null> {
    const { content_sha256: sha256, source } = one;
    if (source !== null) return using(await this.openAllowed(one.organization_id, source), work);
    if (sha256 === null) return null;
    return this.storage.withLocalFile(sha256, async (path) =>
      using(await ArchiveSource.open(path, this.options.limits), work),
    );
  }

  private async openAllowed(organizationId: string, source: string): Promise<ImportSource> {
    const { roots, credentials, limits } = this.options;
    const allowed = findAllowed(roots, organizationId, source);
    if (!allowed) throw new ImportRefusedError(SOURCE_NOT_ALLOWED, 'The operator no longer allows this source.');
    if ('bucket' in allowed) {
      // Slow to load.
      const { BucketSource } = await import('./bucket-source.js');
      return new BucketSource(allowed.bucket, credentials, limits);
    }
    return FolderSource.open(allowed.root, allowed.folder, limits);
  }
}

async function using<T>(source: ImportSource, work: (source: ImportSource) => Promise<T>): Promise<T> {
  try {
    return await work(source);
  } finally {
    source.close();
  }
}
