import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { downloadName } from '../../../common/files/download-name.js';
import { ZipWriter, type WrittenEntry } from '../../../common/files/zip-writer.js';
import { BlobDamagedError, BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { ExportRowsRepository, type OriginalFile } from './export-rows.repository.js';
import { README } from './export-readme.js';

/** Of what an archive holds, and in which form; raised when a reader of older archives would be led astray. */
const SCHEMA_VERSION = 1;

/** What `manifest.json` says. */
interface Manifest {
  schema_version: number;
  organization_id: string;
  /** The instant of all rows together. */
  exported_at: string;
  /** Rows by kind. */
  counts: Record<string, number>;
  entries: WrittenEntry[];
  /** Hashes of files that the store has lost, or that went with their document while the archive was made. */
  missing_files: string[];
}

/** Writes everything of an organization into one ZIP archive, as a stream: its size is bounded by nothing but the store. */
@Injectable()
export class ExportArchive {
  constructor(
    private readonly rows: ExportRowsRepository,
    private readonly storage: BlobStorage,
    private readonly db: Database,
  ) {}

  /**
   * @param take reads the archive to its end. When it fails, or something of the archive does, both are broken off
   * @returns what `take` does
   */
  async write<T>(organizationId: string, take: (archive: Readable) => Promise<T>): Promise<T> {
    const zip = new ZipWriter();
    const taken = take(zip.output).catch((error: unknown) => {
      zip.destroy(error as Error);
      throw error;
    });
    const filled = this.fill(zip, organizationId).catch((error: unknown) => {
      zip.destroy(error as Error);
      throw error;
    });
    const [result, content] = await Promise.allSettled([taken, filled]);
    // Whoever failed second failed because of the other: a broken-off entry tells nothing.
    if (content.status === 'rejected' && (content.reason as Error).name !== 'AbortError') throw content.reason;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  private async fill(zip: ZipWriter, organizationId: string): Promise<void> {
    const manifest: Manifest = {
      schema_version: SCHEMA_VERSION,
      organization_id: organizationId,
      exported_at: '',
      counts: {},
      entries: [await zip.add('README.txt', [README])],
      missing_files: [],
    };
    const files: OriginalFile[] = [];
    // The rows alone need the snapshot: files never change, and copying them may take hours.
    await this.db.snapshot(async () => {
      manifest.exported_at = new Date().toISOString();
      for await (const { name, lines } of this.rows.kinds(organizationId)) {
        let count = 0;
        const counted = async function* (): AsyncGenerator<string> {
          for await (const line of lines) {
            count += 1;
            yield line;
          }
        };
        manifest.entries.push(await zip.add(`${name}.jsonl`, counted()));
        manifest.counts[name] = count;
      }
      for await (const file of this.rows.files(organizationId)) files.push(file);
    });
    for (const file of files) {
      const source = await this.open(file);
      if (source === null) manifest.missing_files.push(file.content_sha256);
      else manifest.entries.push(await zip.add(nameOf(file), source, { compress: false }));
    }
    await zip.add('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
    zip.end();
  }

  /** Null for one that is not there any more, or is not what it was: an organization is not kept from the rest of what is its own. */
  private async open({ content_sha256 }: OriginalFile): Promise<Readable | null> {
    try {
      return await this.storage.open(content_sha256);
    } catch (error) {
      if (error instanceof BlobNotFoundError || error instanceof BlobDamagedError) return null;
      throw error;
    }
  }
}

/** By content, which the revisions name; as what they are, whatever somebody called them. */
function nameOf({ content_sha256, media_type }: OriginalFile): string {
  return `files/${downloadName(content_sha256, media_type)}`;
}
