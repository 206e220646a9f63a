import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../common/principal/principal.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { formatOf } from '@amks/reader/detection/file-format.js';
import { BlobStorage } from '../integrations/storage/blob-storage.js';
import type { DocumentType } from '../modules/documents/dto/document-types.js';
import { DocumentService } from '../modules/documents/document.service.js';
import { PageService } from '../modules/documents/page.service.js';
import type { Revision } from '../modules/documents/revision.entity.js';
import { RevisionService } from '../modules/documents/revision.service.js';
import { StoredUpload } from '../modules/documents/uploads/stored-upload.js';
import { ProgressDisplay } from './progress-display.js';

/** An entry of samples/library.json, in seeding order. */
interface LibraryEntry {
  file: string;
  /** Subfolder of the samples; default `pdf`. The content decides the format. */
  folder?: string;
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

const SAMPLES = path.join(projectRoot(), 'samples');
const MAX_BYTES = 64 * 1024 ** 2;
const POLL_MS = 250;

/** Uploads the sample library through the document service and waits until it is read. */
export class DemoLibrary {
  constructor(
    private readonly documents: DocumentService,
    private readonly revisions: RevisionService,
    private readonly pages: PageService,
    private readonly storage: BlobStorage,
    private readonly signal: AbortSignal,
  ) {}

  /** Uploads what is missing. */
  async seed(admin: Principal): Promise<void> {
    const entries = JSON.parse(await readFile(path.join(SAMPLES, 'library.json'), 'utf8')) as LibraryEntry[];
    const filed = new Map<string, Filed>();
    for (const entry of entries.filter(({ supersedes_file: before }) => before === undefined)) {
      filed.set(entry.file, await this.fileDocument(admin, entry));
    }
    for (const entry of entries) {
      const before = entry.supersedes_file === undefined ? undefined : filed.get(entry.supersedes_file);
      if (before) filed.set(entry.file, await this.fileRevision(admin, before.documentId, entry));
    }
    await this.waitUntilRead(admin, [...filed.values()]);
    for (const { entry, documentId, revisionId } of filed.values()) {
      if (entry.supersedes_file === undefined) continue;
      const revision = await this.pages.getRevision(admin, documentId, revisionId);
      // A document that could not be read stays a draft, which shows the reason.
      const isReady = revision.status === 'draft' && revision.ingestion_state === 'ready';
      if (isReady) await this.revisions.activate(admin, documentId, revisionId);
    }
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
    const file = path.join(SAMPLES, entry.folder ?? 'pdf', entry.file);
    const format = await formatOf(file);
    const { sha256, size } = await this.storage.put(createReadStream(file), { maxBytes: MAX_BYTES });
    return new StoredUpload(sha256, size, format, entry.file);
  }

  private async waitUntilRead(admin: Principal, filed: Filed[]): Promise<void> {
    const display = new ProgressDisplay('Reading the sample library');
    for (;;) {
      const revisions: Revision[] = [];
      for (const { documentId, revisionId } of filed)
        revisions.push(await this.pages.getRevision(admin, documentId, revisionId));
      const done = revisions.filter(({ ingestion_state: state }) => state === 'ready' || state === 'failed');
      display.update(
        done.length,
        revisions.length,
        revisions.reduce((pages, revision) => pages + revision.pages_done, 0),
      );
      if (done.length === revisions.length) return display.finish();
      await sleep(POLL_MS, undefined, { signal: this.signal });
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
