import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { FileRefusedError } from '@amks/reader/errors/file-refusal.js';
import type { Publication } from '@amks/reader/s1000d/publication-members.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import type { Principal } from '../../../common/principal/principal.js';
import { createValidationPipe } from '../../../common/validation/validation.pipe.js';
import { ContentRefused } from '../../../integrations/malware-scan/malware-scan.events.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { managedOf } from '../document.policy.js';
import { DocumentRepository, type DocumentRow } from '../document.repository.js';
import { DocumentService } from '../document.service.js';
import { CreateDocumentRequest } from '../dto/document.request.js';
import { RevisionIntake } from '../revision-intake.js';
import { RevisionService } from '../revision.service.js';
import { FileReceiver, UPLOAD_LIMITS, type ImportedFile, type UploadLimits } from '../uploads/file-receiver.js';
import { moduleFields } from '../uploads/module-fields.js';
import { SUSPICIOUS, uploadError } from '../uploads/upload-errors.js';
import type { FileFields } from './dto/import.request.js';
import type { Import, ImportError, ImportItem } from './import.entity.js';
import { ImportRefusedError, refusalOf } from './import-refused.error.js';
import { ImportItemRepository, type ItemOutcome } from './import-item.repository.js';
import { ImportRepository } from './import.repository.js';
import { planAttachments } from './planning/attachments.js';
import { isLaterIssue } from './planning/issue.js';
import { nameFields, stemOf } from './planning/file-name.js';
import { statedFields } from './planning/import-plan.js';
import { PublicationFiler, publicationFields } from './publication-filer.js';
import { IMPORT_OPTIONS, type ImportOptions } from './sources/import-sources.service.js';
import type { ImportSource, SourceFile } from './sources/import-source.js';
import { sourceChanged, SOURCE_UNAVAILABLE } from './sources/source-listing.js';

const SLICE = 64 * 1024;
const GONE = new ImportRefusedError('file_missing', 'The file is no longer in the source.');

/** Rolls back what a dry run did. */
class DryRunEnd extends Error {
  constructor(readonly outcome: ItemOutcome) {
    super('the end of a dry run');
  }
}

/** A file that has been taken out of the source, or why it is refused. */
export type TakenFile = { item: ImportItem; attachments: ImportedFile['attachments'] } & (
  | { request: CreateDocumentRequest; publication: Publication | null }
  | { request: null; error: ImportError; fields: FileFields }
);

/** Turns one file of an import into a document, a revision or a publication, with the same rules as an upload of its creator. */
@Injectable()
export class ImportFiler {
  private readonly pipe = createValidationPipe();

  constructor(
    private readonly imports: ImportRepository,
    private readonly items: ImportItemRepository,
    private readonly files: FileReceiver,
    private readonly storage: BlobStorage,
    private readonly documents: DocumentService,
    private readonly documentRows: DocumentRepository,
    private readonly revisions: RevisionService,
    private readonly intake: RevisionIntake,
    private readonly publications: PublicationFiler,
    private readonly events: DomainEvents,
    private readonly db: Database,
    @Inject(UPLOAD_LIMITS) private readonly limits: UploadLimits,
    @Inject(IMPORT_OPTIONS) private readonly options: ImportOptions,
  ) {}

  /** Inspects and stores the file. @throws Error for which the file is not to blame, such as an unavailable storage */
  async take(made: Import, item: ImportItem, source: ImportSource): Promise<TakenFile> {
    const { organization_id: organization } = made;
    let opened: SourceFile | null;
    let imported: ImportedFile;
    let isThere = true;
    try {
      const path = item.attached_to ?? item.path;
      opened = await source.open(path);
      if (!opened) {
        isThere = await source.isThere();
        // With a share that was away, the file may be back.
        if (isThere) opened = await source.open(path);
      }
      if (!opened) throw GONE;
      imported = await this.files.storeImported(
        await this.chunksOf(item, opened, organization),
        item.path,
        organization,
      );
    } catch (error) {
      if (error instanceof ImportRefusedError && !(isThere && (await source.isThere()))) throw sourceAway();
      if (error instanceof FileRefusedError && SUSPICIOUS.includes(error.reason))
        await this.events.emit(new ContentRefused(error.reason, null));
      const refusal = refusalOf(uploadError(error, this.limits.max_bytes));
      return { item, attachments: [], request: null, error: refusal, fields: item.fields };
    }
    const { file, publication, attachments } = imported;
    const fields = fieldsOf(made, item, imported, opened);
    try {
      const body = { access: 'organization', ...fields, file, on_duplicate: 'error' };
      const metadata = { type: 'body', metatype: CreateDocumentRequest } as const;
      const request = (await this.pipe.transform(body, metadata)) as CreateDocumentRequest;
      return { item, attachments, request, publication };
    } catch (error) {
      await this.storage.release(file.sha256);
      return { item, attachments, request: null, error: refusalOf(error), fields };
    }
  }

  /**
   * Files the document or publication and notes what became of the file, in one transaction, so that an interrupted import neither loses nor repeats it.
   * @returns false without a change if the import was ended
   */
  async file(made: Import, taken: TakenFile, principal: Principal): Promise<boolean> {
    const { request } = taken;
    if (request === null) return this.finish(taken, { state: 'failed', error: taken.error, fields: taken.fields });
    const { file } = request;
    const { publication } = taken;
    const stated = statedFields(request);
    const fields = publication ? publicationFields(stated) : stated;
    const base = {
      fields,
      document_number: request.document_number ?? null,
      content_sha256: file.sha256,
    };
    let outcome: ItemOutcome | null;
    try {
      outcome = await this.db.transaction(async () => {
        if (!(await this.imports.isRunning(made.id))) return null;
        const settled = publication
          ? this.publications.settle(made, request, publication, principal)
          : this.settle(made, request, principal);
        const found = { ...base, ...(await settled) };
        if (made.dry_run) throw new DryRunEnd(found);
        await this.finish(taken, found);
        return found;
      });
    } catch (error) {
      outcome = error instanceof DryRunEnd ? error.outcome : { ...base, state: 'failed', error: refusalOf(error) };
      await this.finish(taken, outcome);
    }
    const isKept = !made.dry_run && (outcome?.state === 'created' || outcome?.state === 'revised');
    if (!isKept) await this.discard(taken);
    return outcome !== null;
  }

  private async chunksOf(
    { attachment_index, size }: ImportItem,
    opened: SourceFile,
    organizationId: string,
  ): Promise<AsyncIterable<Buffer>> {
    if (attachment_index === null) return opened.chunks();
    const content = await this.files.openAttachment(opened.chunks(), attachment_index, organizationId);
    if (content?.length !== Number(size)) throw sourceChanged();
    return Readable.from(slicesOf(content));
  }

  /** With the attachments of a message, which become files of the import. */
  private finish({ item, attachments }: TakenFile, outcome: ItemOutcome): Promise<boolean> {
    return this.db.transaction(async () => {
      const isFinished = await this.items.finish(item.id, outcome);
      // The first message has the attachments of all messages in it.
      if (!isFinished || attachments.length === 0 || item.attached_to !== null) return isFinished;
      const room = this.options.limits.max_entries - (await this.items.count(item.import_id));
      await this.items.addAttachments(item, planAttachments(item, attachments, room));
      return true;
    });
  }

  /** Takes back what {@link take} stored. */
  async discard(taken: TakenFile | null): Promise<void> {
    if (taken?.request) await this.storage.release(taken.request.file.sha256);
  }

  private async settle(made: Import, request: CreateDocumentRequest, principal: Principal): Promise<Settled> {
    const { document_number: number, document_type: type } = request;
    await this.intake.lockContent(principal, request);
    if (number !== undefined) await this.intake.lockNumber(principal, number);
    const document = await this.findNumbered(principal, request);
    const duplicate = await this.intake.findDuplicate(principal, request, document?.id ?? null);
    if (duplicate) return { state: 'unchanged', document_id: duplicate.id, revision_id: duplicate.revision.id };
    // In a dry run the documents of earlier files are not there.
    if (await this.items.hasContent(made.id, request.file.sha256)) return { state: 'unchanged' };
    const twin = number === undefined ? null : await this.items.findNumbered(made.id, number, type);
    if (twin && !isLaterIssue(request.version, twin.fields.version)) throw numberTwice(twin);
    if (document) {
      if (made.activate) requireLater(request, document);
      const { id } = await this.revisions.add(principal, document.id, request);
      const revised = { state: 'revised', document_id: document.id, replaced_id: document.revision.id } as const;
      return { ...revised, revision_id: made.dry_run ? null : id };
    }
    // In a real run, the document of the twin was deleted meanwhile.
    if (twin && made.dry_run) return { state: 'revised' };
    const created = await this.documents.create(principal, request);
    if (made.dry_run) return { state: 'created' };
    return { state: 'created', document_id: created.id, revision_id: created.revision.id };
  }

  /** The document of which the file is a revision; null for a new one. @throws AppError CONFLICT, FORBIDDEN (other_team) */
  private async findNumbered(
    principal: Principal,
    { document_number: number, document_type }: CreateDocumentRequest,
  ): Promise<DocumentRow | null> {
    if (number === undefined) return null;
    const visible = await this.documentRows.findByNumber(principal, number, document_type);
    return managedOf(principal, visible, 'document');
  }
}

/** Small slices: what reads the beginning of a file keeps the first. */
function* slicesOf(content: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < content.length; at += SLICE) yield Buffer.from(content.subarray(at, at + SLICE));
}

type Settled = Pick<ItemOutcome, 'state' | 'document_id' | 'revision_id' | 'replaced_id'>;

/** The import waits: a share or store can come back. */
function sourceAway(): AppError {
  const details = { reason: SOURCE_UNAVAILABLE };
  return new AppError('SERVICE_UNAVAILABLE', 'The source of the import does not answer', details);
}

function numberTwice({ path }: ImportItem): AppError {
  return AppError.conflict('document_number_twice', `Another file of the import has the document number: ${path}`);
}

/** An activated revision supersedes the current one. @throws AppError CONFLICT (older_revision) if it is the older of the two */
function requireLater({ version, revision_date }: CreateDocumentRequest, { revision: current }: DocumentRow): void {
  const isOlderIssue = isLaterIssue(current.version, version);
  const isOlder = (revision_date ?? '9') < (current.revision_date ?? '');
  if (!isOlderIssue && !isOlder) return;
  const message = `The revision is older than revision ${current.version}, which is current. Import it without activate`;
  throw AppError.conflict('older_revision', message);
}

/**
 * The manifest and rules precede the file, the file precedes the defaults, and the name of the file is the last resort. A publication module
 * alone says what it is: other modules refer to it.
 */
function fieldsOf(
  made: Import,
  item: ImportItem,
  { file: { module }, publication }: ImportedFile,
  opened: SourceFile,
): FileFields {
  const ofModule = module && moduleFields(module);
  const stated = { ...ofModule, ...item.fields, ...(publication && ofModule) };
  const fields: FileFields = {
    version: opened.modified_at.toISOString().slice(0, 10),
    ...nameFields(item.path),
    ...statedFields(made.defaults),
    ...stated,
  };
  // Names of attachments, such as `scan.pdf`, identify nothing.
  if (fields.document_number === undefined && made.number_from_name && item.attached_to === null)
    fields.document_number = stemOf(item.path);
  return fields;
}
