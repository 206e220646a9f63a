import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { formatOf } from '@amks/reader/detection/file-format.js';
import { OperatorError } from '../../../common/errors/operator-error.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { DocumentService } from '../document.service.js';
import type { DocumentType } from '../dto/document-types.js';
import { PageService } from '../page.service.js';
import type { Revision } from '../revision.entity.js';
import { RevisionService } from '../revision.service.js';
import { StoredUpload } from '../uploads/stored-upload.js';

/** Injection token: folder of `library.json` and its files. */
export const SAMPLE_LIBRARY = Symbol('folder of the sample library');

/** An entry of `library.json`, in the order of filing. */
interface LibraryEntry {
  file: string;
  /** Subfolder; default `pdf`. The content decides the format. */
  folder?: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  title: string;
  document_type: DocumentType;
  aircraft_type: string;
  version: string;
  document_number: string;
  ata_chapter?: string;
  revision_date: string;
  effectivity: string;
  /** File of the previous revision. */
  supersedes_file?: string;
}

interface Filed {
  entry: LibraryEntry;
  documentId: string;
  revisionId: string;
}

const MAX_BYTES = 64 * 1024 ** 2;
const POLL_MS = 250;

/** Called several times a second with the files that were read and all, and the pages that were read. */
export type OnProgress = (files: number, total: number, pages: number) => void;

interface FilingOptions {
  onProgress?: OnProgress;
  /** Ends it early, with an error. */
  signal?: AbortSignal;
}

/** The documents of demonstrations and sandboxes. */
@Injectable()
export class SampleLibrary {
  constructor(
    private readonly documents: DocumentService,
    private readonly revisions: RevisionService,
    private readonly pages: PageService,
    private readonly storage: BlobStorage,
    @Inject(SAMPLE_LIBRARY) private readonly folder: string,
  ) {}

  /** SHA-256 of each file, and of the list that names them. Lower-case hexadecimal. */
  async contents(): Promise<{ files: string[]; library: string }> {
    const list = await this.readList();
    const library = createHash('sha256').update(list).digest('hex');
    return { files: entriesOf(list).map(({ sha256 }) => sha256), library };
  }

  /** Whether all files are those of the list. @throws OperatorError */
  async verify(): Promise<void> {
    for (const entry of entriesOf(await this.readList())) {
      const hash = createHash('sha256');
      const file = this.pathOf(entry);
      await pipeline(createReadStream(file), hash).catch((error: unknown) => {
        throw new OperatorError(`${file} of library.json cannot be read`, { cause: error });
      });
      if (hash.digest('hex') !== entry.sha256) throw new OperatorError(`library.json has another sha256 than ${file}`);
    }
  }

  /** Uploads what is missing, waits until it is read, and activates later revisions. */
  async file(admin: Principal, { onProgress, signal }: FilingOptions = {}): Promise<void> {
    const entries = entriesOf(await this.readList());
    const filed = new Map<string, Filed>();
    for (const entry of entries.filter(({ supersedes_file: before }) => before === undefined)) {
      filed.set(entry.file, await this.fileDocument(admin, entry));
    }
    for (const entry of entries) {
      const before = entry.supersedes_file === undefined ? undefined : filed.get(entry.supersedes_file);
      if (before) filed.set(entry.file, await this.fileRevision(admin, before.documentId, entry));
    }
    await this.waitUntilRead(admin, [...filed.values()], onProgress, signal);
    for (const { entry, documentId, revisionId } of filed.values()) {
      if (entry.supersedes_file === undefined) continue;
      const revision = await this.pages.getRevision(admin, documentId, revisionId);
      // A document that could not be read stays a draft, which shows the reason.
      const isReady = revision.status === 'draft' && revision.ingestion_state === 'ready';
      if (isReady) await this.revisions.activate(admin, documentId, revisionId);
    }
  }

  private async readList(): Promise<string> {
    const file = path.join(this.folder, 'library.json');
    return readFile(file, 'utf8').catch((error: unknown) => {
      throw new OperatorError(`${file} cannot be read`, { cause: error });
    });
  }

  private async fileDocument(admin: Principal, entry: LibraryEntry): Promise<Filed> {
    const { document_number: q, document_type } = entry;
    const known = await this.documents.list(admin, { q, document_type, limit: 1 });
    const document =
      known.items[0] ??
      (await this.documents.create(admin, {
        ...details(entry),
        access: 'organization',
        on_duplicate: 'error',
        file: await this.store(entry),
      }));
    return { entry, documentId: document.id, revisionId: document.revision.id };
  }

  private async fileRevision(admin: Principal, documentId: string, entry: LibraryEntry): Promise<Filed> {
    const known = await this.pages.findVersion(admin, documentId, entry.version);
    const request = { ...details(entry), on_duplicate: 'error' as const };
    const revision =
      known ?? (await this.revisions.add(admin, documentId, { ...request, file: await this.store(entry) }));
    return { entry, documentId, revisionId: revision.id };
  }

  private async store(entry: LibraryEntry): Promise<StoredUpload> {
    const file = this.pathOf(entry);
    const format = await formatOf(file);
    const { sha256, size } = await this.storage.put(createReadStream(file), { maxBytes: MAX_BYTES });
    return new StoredUpload(sha256, size, format, entry.file);
  }

  private pathOf({ folder = 'pdf', file }: LibraryEntry): string {
    return path.join(this.folder, folder, file);
  }

  private async waitUntilRead(
    admin: Principal,
    filed: Filed[],
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const revisions: Revision[] = [];
      for (const { documentId, revisionId } of filed)
        revisions.push(await this.pages.getRevision(admin, documentId, revisionId));
      const done = revisions.filter(({ ingestion_state: state }) => state === 'ready' || state === 'failed');
      onProgress?.(
        done.length,
        revisions.length,
        revisions.reduce((pages, revision) => pages + revision.pages_done, 0),
      );
      if (done.length === revisions.length) return;
      await sleep(POLL_MS, undefined, { signal });
    }
  }
}

function details({
  title,
  document_type,
  aircraft_type,
  version,
  document_number,
  ata_chapter,
  revision_date,
  effectivity,
}: LibraryEntry) {
  return { title, document_type, aircraft_type, version, document_number, ata_chapter, revision_date, effectivity };
}

function entriesOf(list: string): LibraryEntry[] {
  try {
    return JSON.parse(list) as LibraryEntry[];
  } catch (error) {
    throw new OperatorError('library.json of SANDBOX_LIBRARY is not JSON', { cause: error });
  }
}
