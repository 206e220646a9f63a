import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { downloadName } from '../../../common/files/download-name.js';
import { ZipWriter, type WrittenEntry } from '../../../common/files/zip-writer.js';
import { BlobDamagedError, BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { ExportRowsRepository, type OriginalFile } from './export-rows.repository.js';

/** README.txt of an archive. */
const README = `Export of an organization from the Aviation Maintenance Knowledge Service

manifest.json   version of this form, the moment of the export, how many rows there are of each kind, and the size and
                SHA-256 of every other file here
*.jsonl         one kind each, one JSON object a line, in UTF-8; times in ISO 8601; objects name each other by their ids
files/          the files as they were uploaded, each once, named by its SHA-256: content_sha256 in revisions.jsonl;
                file_name there is what the file was called

All rows are from one point in time. comments.jsonl and chat_messages.jsonl include private texts: restrict access to this
archive accordingly.

Not included: passwords, keys, tokens, secrets of webhooks and identity providers, and second factors; data that the
service derives from the files; data deleted before the export.

audit_events.jsonl is chained: the hash of an event covers the event and the hash of the one before it.
`;

/** Of what an archive holds, and in which form; raised when a reader of older archives would be led astray. */
const SCHEMA_VERSION = 1;

const BLOCK_CHARACTERS = 256 * 1024;

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

/** Streams all data of an organization into one ZIP archive. Only the store bounds its size. */
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
    // An AbortError is the consequence of the other failure.
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
      for await (const { name, batches } of this.rows.kinds(organizationId)) {
        let count = 0;
        const counted = async function* (): AsyncGenerator<string> {
          for await (const lines of batches) {
            count += lines.length;
            yield* blocksOf(lines);
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

  /** Null for a file that is missing or damaged, so that the rest of the export succeeds. */
  private async open({ content_sha256 }: OriginalFile): Promise<Readable | null> {
    try {
      return await this.storage.open(content_sha256);
    } catch (error) {
      if (error instanceof BlobNotFoundError || error instanceof BlobDamagedError) return null;
      throw error;
    }
  }
}

/** Lines are hashed and compressed in blocks: one by one they take twice the time and memory. */
function* blocksOf(lines: readonly string[]): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += line;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** Named by content, as in the revisions; the extension follows from the media type, not from the uploaded name. */
function nameOf({ content_sha256, media_type }: OriginalFile): string {
  return `files/${downloadName(content_sha256, media_type)}`;
}
