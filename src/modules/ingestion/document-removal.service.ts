import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { JobQueue } from '../../integrations/job-queue/job-queue.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import {
  DOCUMENT_DELETED,
  REVISION_DELETED,
  type DocumentNamed,
  type DeletedRevision,
} from '../documents/document.events.js';
import { DocumentRemovalRepository } from './document-removal.repository.js';
import { PageImageService } from './page-images/page-image.service.js';
import { readingLock } from './reading-stopped.js';

/** Interval of checks whether the reader has stopped. Milliseconds. */
const READER_POLL_MS = 200;
/** A reader notices the deletion within two seconds; after this time the job is retried. Milliseconds. */
const READER_PATIENCE_MS = 30_000;

/** Frees the storage of deleted documents, which are already invisible. The order allows resuming anywhere; the document's row is last. */
@Injectable()
export class DocumentRemoval implements OnModuleInit {
  private readonly log = new Logger(DocumentRemoval.name);

  constructor(
    private readonly removals: DocumentRemovalRepository,
    private readonly storage: BlobStorage,
    private readonly images: PageImageService,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const options = { concurrency: 1 };
    await this.queue.subscribe<DocumentNamed>(DOCUMENT_DELETED, 'document-removal', options, ({ document_id: id }) =>
      this.remove(id),
    );
    await this.queue.subscribe<DeletedRevision>(REVISION_DELETED, 'draft-removal', options, (revision) =>
      this.removeRevision(revision),
    );
  }

  /** Resumes after crashes and exhausted jobs. A failing document does not delay others. */
  async run(): Promise<void> {
    for (const id of await this.removals.listDeleted()) {
      await this.remove(id).catch((error: unknown) =>
        this.log.warn({ err: error, document_id: id }, 'a deleted document could not be removed'),
      );
    }
  }

  /** Skips documents that another process is removing. */
  async removeAll(organizationId: string): Promise<void> {
    for (const id of await this.removals.listDeleted(organizationId)) await this.remove(id);
  }

  /** Does nothing unless the document is deleted and no other process removes it. Resumes a partial removal. */
  async remove(documentId: string): Promise<void> {
    await this.db.withLock(`removal ${documentId}`, async () => {
      const document = await this.removals.findDeleted(documentId);
      if (!document) return;
      const revisions = await this.removals.listRevisions(documentId);
      for (const { id } of revisions) await this.untilUnread(id);
      for (const { id, content_sha256 } of revisions) {
        await this.removals.deletePassages(id);
        await this.removals.deletePages(id);
        await this.removals.deleteParts(id);
        await this.removals.deleteRevision(id);
        await this.images.forgetFile({ organization_id: document.organization_id, content_sha256 });
        await this.storage.delete(content_sha256);
      }
      await this.removals.deleteDocument(documentId);
      this.log.log({ document_id: documentId, revisions: revisions.length }, 'document removed');
    });
  }

  /** The row of a deleted draft no longer exists. */
  private async removeRevision({ organization_id, revision_id, content_sha256 }: DeletedRevision): Promise<void> {
    await this.untilUnread(revision_id);
    await this.images.forgetFile({ organization_id, content_sha256 });
    await this.storage.delete(content_sha256);
  }

  /** Waits for a current reader of the revision; later readers find it deleted. */
  private async untilUnread(revisionId: string): Promise<void> {
    const deadline = Date.now() + READER_PATIENCE_MS;
    while ((await this.db.withLock(readingLock(revisionId), () => Promise.resolve(true))) === null) {
      if (Date.now() > deadline) throw new Error(`revision ${revisionId} is still being read`);
      await sleep(READER_POLL_MS);
    }
  }
}
