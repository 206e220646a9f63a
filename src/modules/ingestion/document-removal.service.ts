import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { HourlyTask } from '../../common/hourly-task.js';
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

/** Rest between two looks at whether a reader has let go. Milliseconds. */
const READER_POLL_MS = 200;
/** A reader notices within a second or two that its document was deleted; beyond this the job is tried again. Milliseconds. */
const READER_PATIENCE_MS = 30_000;

/**
 * Removes what deleted documents consist of. Nobody sees them since the answer to the deletion; here their storage is
 * given back, in an order that can be broken off anywhere and taken up again: passages, pages, revisions with their
 * images and files, and at last the row that says there is something to remove.
 */
@Injectable()
export class DocumentRemoval extends HourlyTask implements OnModuleInit {
  private readonly log = new Logger(DocumentRemoval.name);

  constructor(
    private readonly removals: DocumentRemovalRepository,
    private readonly storage: BlobStorage,
    private readonly images: PageImageService,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    const options = { concurrency: 1 };
    await this.queue.subscribe<DocumentNamed>(DOCUMENT_DELETED, 'document-removal', options, ({ document_id: id }) =>
      this.remove(id),
    );
    await this.queue.subscribe<DeletedRevision>(REVISION_DELETED, 'draft-removal', options, (revision) =>
      this.removeRevision(revision),
    );
  }

  /** What a process that died left, or a job that ran out of tries. What fails holds nothing else up. */
  protected async run(): Promise<void> {
    for (const id of await this.removals.listDeleted()) {
      await this.remove(id).catch((error: unknown) =>
        this.log.warn({ err: error, document_id: id }, 'a deleted document could not be removed'),
      );
    }
  }

  /** Removes all deleted documents of the organization, as far as nobody else is at it. */
  async removeAll(organizationId: string): Promise<void> {
    for (const id of await this.removals.listDeleted(organizationId)) await this.remove(id);
  }

  /** Removes the document if it is deleted and nobody else is at it; done again it does what is left. */
  async remove(documentId: string): Promise<void> {
    await this.db.withLock(`removal ${documentId}`, async () => {
      const document = await this.removals.findDeleted(documentId);
      if (!document) return;
      const revisions = await this.removals.listRevisions(documentId);
      for (const { id } of revisions) await this.untilUnread(id);
      for (const { id, content_sha256 } of revisions) {
        await this.removals.deletePassages(id);
        await this.removals.deletePages(id);
        await this.removals.deleteRevision(id);
        await this.images.forgetFile({ organization_id: document.organization_id, content_sha256 });
        await this.storage.delete(content_sha256);
      }
      await this.removals.deleteDocument(documentId);
      this.log.log({ document_id: documentId, revisions: revisions.length }, 'document removed');
    });
  }

  /** Removes what a deleted draft left: its row went with the answer to the deletion. */
  private async removeRevision({ organization_id, revision_id, content_sha256 }: DeletedRevision): Promise<void> {
    await this.untilUnread(revision_id);
    await this.images.forgetFile({ organization_id, content_sha256 });
    await this.storage.delete(content_sha256);
  }

  /** Waits for whoever still reads the revision; whoever comes later finds it deleted. */
  private async untilUnread(revisionId: string): Promise<void> {
    const deadline = Date.now() + READER_PATIENCE_MS;
    while ((await this.db.withLock(readingLock(revisionId), () => Promise.resolve(true))) === null) {
      if (Date.now() > deadline) throw new Error(`revision ${revisionId} is still being read`);
      await sleep(READER_POLL_MS);
    }
  }
}
