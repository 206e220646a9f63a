import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import { visible } from '@amks/language/text/visible.js';
import type { ArchiveLimits } from '@amks/reader/limits/extraction-limits.js';
import { DETECTION_BYTES, readSignature } from '@amks/reader/detection/format-detection.js';
import type { InspectionSubject } from '@amks/reader/inspection/inspection-protocol.js';
import { AppError } from '../../../common/errors/app-error.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { FileInspector, type FileInspectorLimits } from './file-inspector.js';
import { FILE_PART, StoredUpload } from './stored-upload.js';

export const UPLOAD_LIMITS = Symbol('limits of an upload');

export interface UploadLimits {
  /** Maximum file size in bytes. */
  max_bytes: number;
  /** Maximum characters of the file name, without folders. */
  max_name_length: number;
  /** For ZIP packages and Word files, which are ZIP archives. */
  archive: ArchiveLimits;
  inspection: FileInspectorLimits;
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
   * The first 64 KiB decide the format; ZIP and OLE containers are inspected as a whole. A refused file is not stored.
   * @param organizationId that uploads it
   * @throws AppError INVALID_REQUEST for a part other than `file`, or too long a name; FileRefusedError, BlobTooLargeError
   */
  async receive(part: MultipartFile, organizationId: string): Promise<StoredUpload> {
    if (part.fieldname !== FILE_PART) {
      part.file.resume();
      throw AppError.invalid([{ field: part.fieldname, issue: 'must not be a file' }]);
    }
    const { head, content } = await peek(part.file);
    try {
      // A part of a binary type is a file even if it has no file name.
      const name = usableName(part.filename ?? '', this.limits.max_name_length);
      const signature = readSignature(head);
      const inspect = (subject: InspectionSubject): Promise<string> => this.inspector.inspect(subject, organizationId);
      const container = 'container' in signature ? signature.container : null;
      let format = 'format' in signature ? signature.format : null;
      if (container === 'text') format = await inspect({ kind: 'text', head });
      const { sha256, size } = await this.storage.put(content, {
        maxBytes: this.limits.max_bytes,
        beforePublish: async (_blob, file) => {
          if (container === 'zip') format = await inspect({ kind: 'zip', file, limits: this.limits.archive });
          if (container === 'ole') format = await inspect({ kind: 'ole', file });
          return 'keep';
        },
      });
      return new StoredUpload(sha256, size, format!, name);
    } catch (error) {
      // Unread bytes of the part would block the connection until it times out.
      content.resume();
      throw error;
    }
  }
}

/** The first bytes of a stream, and a stream of all its bytes. */
async function peek(stream: AsyncIterable<Buffer>): Promise<{ head: Buffer; content: Readable }> {
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
  return { head: Buffer.concat(chunks).subarray(0, DETECTION_BYTES), content: Readable.from(whole()) };
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
