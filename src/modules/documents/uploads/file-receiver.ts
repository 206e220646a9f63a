import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import { visible } from '@amks/language/text/visible.js';
import type { ArchiveLimits } from '@amks/reader/limits/extraction-limits.js';
import { DETECTION_BYTES, readSignature } from '@amks/reader/detection/format-detection.js';
import type { Inspected, InspectionSubject } from '@amks/reader/inspection/inspection-protocol.js';
import type { Publication } from '@amks/reader/s1000d/publication-members.js';
import { AppError } from '../../../common/errors/app-error.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { FileInspector, type FileInspectorLimits } from './file-inspector.js';
import { FILE_PART, StoredUpload } from './stored-upload.js';

export const UPLOAD_LIMITS = Symbol('limits of an upload');

export interface UploadLimits {
  /** Maximum file size in bytes. */
  max_bytes: number;
  /** Maximum size of the archive of an import, in bytes. */
  max_import_bytes: number;
  /** Maximum characters of the file name, without folders. */
  max_name_length: number;
  /** For ZIP packages and Word files, which are ZIP archives. */
  archive: ArchiveLimits;
  inspection: FileInspectorLimits;
}

export interface ImportedFile {
  file: StoredUpload;
  /** Of a publication module. Not in the upload, whose request has a limit of values. */
  publication: Publication | null;
  /** Files in an e-mail. */
  attachments: NonNullable<Inspected['attachments']>;
}

/** Detects the format of an uploaded file and stores it. */
@Injectable()
export class FileReceiver {
  constructor(
    private readonly storage: BlobStorage,
    private readonly inspector: FileInspector,
    @Inject(UPLOAD_LIMITS) private readonly limits: UploadLimits,
  ) {}

  /**
   * @param organizationId that uploads it
   * @throws AppError INVALID_REQUEST for a part other than `file`, or too long a name; FileRefusedError, BlobTooLargeError
   */
  receive(part: MultipartFile, organizationId: string): Promise<StoredUpload> {
    return this.fromPart(part, async (peeked, name) => (await this.inspectAndStore(peeked, name, organizationId)).file);
  }

  /**
   * Stores a ZIP archive of any files, each of which is inspected and scanned when it is taken out.
   * @throws as {@link receive}
   */
  receiveArchive(part: MultipartFile): Promise<StoredUpload> {
    return this.fromPart(part, async ({ head, content }, name) => {
      const signature = readSignature(head);
      if (!('container' in signature) || signature.container !== 'zip') throw noArchive();
      const { sha256, size } = await this.storage.put(content, { maxBytes: this.limits.max_import_bytes, isOwn: true });
      return new StoredUpload(sha256, size, 'application/zip', name);
    });
  }

  /** Stores a PNG or JPEG. @throws as {@link receive} */
  receivePicture(part: MultipartFile, maxBytes: number): Promise<StoredUpload> {
    return this.fromPart(part, async ({ head, content }, name) => {
      const signature = readSignature(head);
      if (!('format' in signature) || !PICTURE_TYPES.includes(signature.format)) throw noPicture();
      const { sha256, size } = await this.storage.put(content, { maxBytes });
      return new StoredUpload(sha256, size, signature.format, name);
    });
  }

  /** Stores a file that an import has taken out of its source. Publication modules are read. @param path folders are ignored @throws as {@link receive} */
  async storeImported(source: AsyncIterable<Buffer>, path: string, organizationId: string): Promise<ImportedFile> {
    const peeked = await peek(source);
    try {
      const name = usableName(path, this.limits.max_name_length);
      return await this.inspectAndStore(peeked, name, organizationId, true);
    } finally {
      // A stream that nobody has begun to read does not end its source.
      peeked.content.destroy();
      await peeked.close();
    }
  }

  /**
   * One of the `attachments` of an e-mail; null if the e-mail does not have it.
   * @param mail that was inspected before
   * @throws as {@link receive}
   */
  async openAttachment(mail: AsyncIterable<Buffer>, index: number, organizationId: string): Promise<Uint8Array | null> {
    const { sha256 } = await this.storage.put(Readable.from(mail), { isOwn: true, maxBytes: this.limits.max_bytes });
    try {
      return await this.storage.withLocalFile(sha256, async (file) => {
        const subject = { kind: 'attachment', file, index } as const;
        const { content } = await this.inspector.inspect(subject, organizationId, importHolder(organizationId));
        return content ?? null;
      });
    } finally {
      await this.storage.release(sha256);
    }
  }

  private async fromPart(
    part: MultipartFile,
    store: (peeked: Peeked, name: string) => Promise<StoredUpload>,
  ): Promise<StoredUpload> {
    if (part.fieldname !== FILE_PART) {
      part.file.resume();
      throw AppError.invalid([{ field: part.fieldname, issue: 'must not be a file' }]);
    }
    const peeked = await peek(part.file);
    try {
      // A part of a binary type is a file even if it has no file name.
      return await store(peeked, usableName(part.filename ?? '', this.limits.max_name_length));
    } catch (error) {
      // Unread bytes of the part would block the connection until it times out.
      peeked.content.resume();
      throw error;
    }
  }

  /** The first 64 KiB decide the format; containers are inspected as a whole. A refused file is not stored. */
  private async inspectAndStore(
    { head, content }: Peeked,
    name: string,
    organizationId: string,
    isImported = false,
  ): Promise<ImportedFile> {
    const holder = isImported ? importHolder(organizationId) : organizationId;
    const signature = readSignature(head);
    const inspect = (subject: InspectionSubject): Promise<Inspected> =>
      this.inspector.inspect(subject, organizationId, holder);
    const container = 'container' in signature ? signature.container : null;
    let inspected: Inspected | null = 'format' in signature ? { format: signature.format, module: null } : null;
    if (container === 'text') inspected = await inspect({ kind: 'text', head });
    const { sha256, size } = await this.storage.put(content, {
      maxBytes: this.limits.max_bytes,
      beforePublish: async (_blob, file) => {
        if (container === 'zip') inspected = await inspect({ kind: 'zip', file, limits: this.limits.archive });
        if (container === 'ole' || container === 'mail') inspected = await inspect({ kind: container, file });
        if (isImported && inspected?.publication) inspected = await inspect({ kind: 'publication', file });
        return 'keep';
      },
    });
    const { format, module, publication, attachments = [] } = inspected!;
    const file = new StoredUpload(sha256, size, format, name, module);
    return { file, attachments, publication: publication === 'unread' ? null : (publication ?? null) };
  }
}

/** Files of imports take turns with uploads of their organization. */
function importHolder(organizationId: string): string {
  return `import ${organizationId}`;
}

interface Peeked {
  /** The first {@link DETECTION_BYTES}. */
  head: Buffer;
  /** All bytes. */
  content: Readable;
  /** Ends the source, which may be read partly. */
  close: () => Promise<unknown>;
}

/** The first bytes of a stream, and a stream of all its bytes. */
async function peek(stream: AsyncIterable<Buffer>): Promise<Peeked> {
  const rest = stream[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < DETECTION_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  const close = async (): Promise<unknown> => rest.return?.();
  return { head: Buffer.concat(chunks).subarray(0, DETECTION_BYTES), content: Readable.from(whole()), close };
}

function noArchive(): AppError {
  const details = { reason: 'file_type', supported: ['application/zip'] };
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The file is no ZIP archive', details);
}

const PICTURE_TYPES = ['image/png', 'image/jpeg'];

function noPicture(): AppError {
  const details = { reason: 'file_type', supported: PICTURE_TYPES };
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The file is no PNG or JPEG picture', details);
}

/** A name for people and for Content-Disposition: no folders, no control characters. */
export function safeFileName(name: string): string {
  const cleaned = visible(name.split(/[\\/]/).at(-1) ?? '');
  return /^\.*$/.test(cleaned) ? 'document' : cleaned;
}

function usableName(given: string, maxLength: number): string {
  const name = safeFileName(given);
  if ([...name].length <= maxLength) return name;
  throw AppError.invalid([{ field: FILE_PART, issue: `must have a name of at most ${maxLength} characters` }]);
}
