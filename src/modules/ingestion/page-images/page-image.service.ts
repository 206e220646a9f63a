import { createHash } from 'node:crypto';
import path from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { AppError } from '../../../common/errors/app-error.js';
import { FileCache } from '../../../integrations/file-cache/file-cache.js';
import { BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { OpenDiscrepancies } from '../../documents/discrepancies/open-discrepancies.service.js';
import type { RevisionStatus } from '../../documents/dto/document-types.js';
import { warningMarks } from '../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import { PageService } from '../../documents/page.service.js';
import { DrawingPool, type DrawingOptions } from './drawing-pool.js';
import { DrawingEndedError, NotDrawableError } from '@amks/reader/drawing/drawing-process.js';
import type { DrawRequest, ImageFormat, StoredPage } from '@amks/reader/drawing/drawing-protocol.js';
import type { FormContent } from '@amks/reader/drawing/form.js';
import { drawingVersion } from '@amks/reader/drawing/drawing-version.js';
import type { PageImageQuery } from './dto/page-image.request.js';
import { filePage, hasOwnPages, textPage, type FileOwner, type PageSubject } from './page-subject.js';

export const PAGE_IMAGE_OPTIONS = Symbol('options of page images');

/** Time until a failed page is retried: the machine may have been busy. Milliseconds. */
const FAILURE_HOLDS_MS = 60 * 60 * 1000;

const RETRY_AFTER_SECONDS = 5;

/** Characters of a cache key that name the file. */
const FILE_PART = 32;

export interface PageImage {
  /** Strong, with quotes; identifies everything the image depends on. */
  etag: string;
  media_type: `image/${ImageFormat}`;
  file_name: string;
  /** Status of the revision. */
  status: RevisionStatus;
  /** Ids of temporary revisions for which the page is not to be worked by, or has to be checked. */
  changed_by: string[];
  /** @throws AppError UNPROCESSABLE (`not_drawable`), SERVICE_UNAVAILABLE, NOT_FOUND if the storage lost the file */
  open(): Promise<Uint8Array>;
}

/** Images of pages. Access is checked at each request, before the cache. */
@Injectable()
export class PageImageService implements OnApplicationShutdown {
  private readonly logger = new Logger(PageImageService.name);
  private readonly pool: DrawingPool;
  private readonly underWay = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly pages: PageService,
    private readonly marks: OpenDiscrepancies,
    private readonly storage: BlobStorage,
    private readonly cache: FileCache,
    @Inject(PAGE_IMAGE_OPTIONS) options: DrawingOptions,
  ) {
    this.pool = new DrawingPool(options);
  }

  onApplicationShutdown(): void {
    this.pool.close();
  }

  /** @throws AppError NOT_FOUND for a page that does not exist or that the caller cannot see */
  async getImage(
    principal: Principal,
    documentId: string,
    pageNumber: number,
    { revision_id, format, width }: PageImageQuery,
  ): Promise<PageImage> {
    const revision = await this.pages.getRevision(principal, documentId, revision_id);
    const { content_sha256, media_type, file_name, page_count } = revision;
    // Pages of a PDF are visible before they are read.
    if (page_count === null || pageNumber > page_count) throw AppError.notFound('page');
    const owner = { organization_id: principal.organizationId, content_sha256 };
    const subject = hasOwnPages(media_type)
      ? filePage(owner, media_type, pageNumber)
      : textPage(
          owner,
          pageNumber,
          (await this.pages.getPage(principal, documentId, pageNumber, revision.id)).page as StoredPage,
        );
    const place = { revision_id: revision.id, page_number: pageNumber };
    const { temporary_revisions } = (await this.marks.findOn(principal, [place]))(place);
    const key = keyOf(subject, [drawingVersion(), width, format]);
    return {
      etag: `"${key.slice(FILE_PART)}"`,
      media_type: `image/${format}`,
      file_name: `${path.parse(file_name).name}-page-${pageNumber}.${format}`,
      status: revision.status,
      changed_by: warningMarks(temporary_revisions).map(({ id }) => id),
      open: () => this.once(key, () => this.keptOrDrawn(key, subject, { width, format })),
    };
  }

  /**
   * A form as a PDF, drawn where pages are.
   * @param owner whose forms share a process
   * @param pictures SHA-256 of stored PNG and JPEG files
   * @throws AppError as {@link PageImage.open}
   */
  async drawForm(owner: string, form: FormContent, pictures: readonly string[]): Promise<Uint8Array> {
    try {
      return await this.pool.draw(`form ${owner}`, (draw) =>
        this.withFiles(pictures, (files) =>
          draw({ source: { kind: 'form', form, pictures: files }, width: 0, format: 'png' }),
        ),
      );
    } catch (error) {
      throw asAppError(error);
    }
  }

  /** Deletes images of a released file. Other nodes evict theirs for space; nobody sees those, because access is checked first. */
  async forgetFile(file: FileOwner): Promise<void> {
    await this.cache.removeAll(filePart(file));
  }

  /** Concurrent requests share one drawing. */
  private once(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.underWay.get(key);
    if (known) return known;
    const made = make().finally(() => this.underWay.delete(key));
    this.underWay.set(key, made);
    return made;
  }

  private async keptOrDrawn(
    key: string,
    subject: PageSubject,
    size: Pick<DrawRequest, 'width' | 'format'>,
  ): Promise<Uint8Array> {
    const kept = await this.cache.read(key);
    if (kept) return kept;
    // At any size: the number of pixels hardly makes a page too expensive.
    const failureKey = keyOf(subject, ['not drawable', drawingVersion()]);
    const failedAt = await this.cache.read(failureKey);
    if (failedAt && Date.now() - Number(failedAt.toString()) < FAILURE_HOLDS_MS) throw notDrawable();
    try {
      const startedAt = performance.now();
      const image = await this.draw(subject, size);
      const { content_sha256, page_number } = subject;
      const milliseconds = Math.round(performance.now() - startedAt);
      this.logger.debug({ content_sha256, page_number, ...size, milliseconds }, 'page drawn');
      await this.keep(key, image);
      return image;
    } catch (error) {
      if (error instanceof NotDrawableError) {
        const { content_sha256, page_number } = subject;
        this.logger.warn({ content_sha256, page_number, detail: error.message }, 'page not drawable');
        await this.keep(failureKey, Buffer.from(String(Date.now())));
      }
      throw asAppError(error);
    }
  }

  private draw(subject: PageSubject, size: Pick<DrawRequest, 'width' | 'format'>): Promise<Uint8Array> {
    const { organization_id, content_sha256, from_file } = subject;
    return this.pool.draw(`${organization_id} ${content_sha256}`, (draw) =>
      from_file
        ? this.storage.withLocalFile(content_sha256, (file) => draw({ source: subject.source(file), ...size }))
        : draw({ source: subject.source(''), ...size }),
    );
  }

  private withFiles<T>(hashes: readonly string[], work: (files: string[]) => Promise<T>): Promise<T> {
    const [first, ...rest] = hashes;
    if (first === undefined) return work([]);
    return this.storage.withLocalFile(first, (file) => this.withFiles(rest, (files) => work([file, ...files])));
  }

  /** On a full disk the next reader waits again; this one has the image. */
  private async keep(key: string, content: Uint8Array): Promise<void> {
    await this.cache.write(key, content).catch((error: unknown) => this.logger.error(error));
  }
}

/** One half identifies the file, so that all of its images can be found; the other half everything the image depends on. */
function keyOf(subject: PageSubject, parts: readonly unknown[]): string {
  return filePart(subject) + sha256([subject.identity, ...parts]).slice(FILE_PART);
}

/** Separate for each organization: response times must not reveal another's files. */
function filePart({ organization_id, content_sha256 }: FileOwner): string {
  return sha256([organization_id, content_sha256]).slice(0, FILE_PART);
}

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function notDrawable(cause?: unknown): AppError {
  return new AppError(
    'UNPROCESSABLE',
    'This page cannot be drawn: it is damaged, or needs more time or memory than is allowed',
    { reason: 'not_drawable' },
    { cause },
  );
}

function asAppError(error: unknown): unknown {
  if (error instanceof NotDrawableError) return notDrawable(error);
  if (error instanceof BlobNotFoundError) return AppError.notFound('content');
  if (!(error instanceof DrawingEndedError)) return error;
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The page could not be drawn just now; try again in a moment',
    { reason: 'drawing_ended', retry_after: RETRY_AFTER_SECONDS },
    { cause: error, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
