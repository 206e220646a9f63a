import { Readable } from 'node:stream';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { AppError } from '../../common/errors/app-error.js';
import { detect, DETECTION_BYTES, refusalMessage, SUPPORTED_FORMATS } from '../../common/files/format-detection.js';
import { visible } from '../../common/validation/trimmed.js';
import { BlobTooLargeError } from '../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import { StoredUpload } from './stored-upload.js';

/** The only part that is a file. */
const FILE_FIELD = 'file';
const MAX_NAME_LENGTH = 255;

export const UPLOAD_MAX_BYTES = Symbol('largest upload');

/**
 * Receives a multipart form: text parts become fields of the body, the part `file` goes straight to the storage and
 * becomes a {@link StoredUpload}. Only its first 64 KiB are looked at here, to refuse what cannot be read. A file whose
 * fields turn out wrong stays in the storage without anything naming it.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(
    private readonly storage: BlobStorage,
    @Inject(UPLOAD_MAX_BYTES) private readonly maxBytes: number,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.isMultipart()) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data', {
        reason: 'content_type',
        supported: ['multipart/form-data'],
      });
    }
    request.body = await this.receive(request);
    return next.handle();
  }

  private async receive(request: FastifyRequest): Promise<Record<string, unknown>> {
    const body: Record<string, unknown> = {};
    try {
      for await (const part of request.parts()) {
        if (Object.hasOwn(body, part.fieldname))
          throw AppError.invalid([{ field: part.fieldname, issue: 'must be sent once' }]);
        body[part.fieldname] = part.type === 'file' ? await this.store(part) : textOf(part);
      }
    } catch (error) {
      throw uploadError(error, this.maxBytes);
    }
    return body;
  }

  private async store(part: MultipartFile): Promise<StoredUpload> {
    if (part.fieldname !== FILE_FIELD) {
      part.file.resume();
      throw AppError.invalid([{ field: part.fieldname, issue: 'must not be a file' }]);
    }
    const { head, content } = await peek(part.file);
    const detection = detect(head);
    if (detection.format === null) {
      // What is left of the part must be read, or the connection would hang until its time-out.
      content.resume();
      if (detection.reason === 'empty') throw AppError.invalid([{ field: part.fieldname, issue: 'is empty' }]);
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', refusalMessage(detection), {
        reason: 'file_type',
        supported: SUPPORTED_FORMATS,
      });
    }
    const { sha256, size } = await this.storage.put(content, { maxBytes: this.maxBytes });
    return new StoredUpload(sha256, size, detection.format, safeFileName(part.filename));
  }
}

/** The first bytes of a stream, and all of it again: what was read to look at it, then the rest as it comes. */
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

/** The parser reads a part of type application/json as JSON; only its texts are taken. */
function textOf(part: MultipartValue): string {
  if (part.fieldname === FILE_FIELD) throw AppError.invalid([{ field: FILE_FIELD, issue: 'must be a file part' }]);
  if (part.valueTruncated) throw AppError.invalid([{ field: part.fieldname, issue: 'is too long' }]);
  if (typeof part.value !== 'string') throw AppError.invalid([{ field: part.fieldname, issue: 'must be a text part' }]);
  return part.value;
}

/** A name for people and for Content-Disposition: no folders, no control characters, at most 255 characters. */
export function safeFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const cleaned = visible(base);
  if (/^\.*$/.test(cleaned)) return 'document';
  // The end is kept, with the extension; a character of two code units is not cut in two.
  return cleaned.slice(-MAX_NAME_LENGTH).replace(/^[\udc00-\udfff]/, '');
}

/** Errors of the multipart parser and of the storage, in the catalogue's terms. */
function uploadError(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof BlobTooLargeError) {
    return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large', { reason: 'file', max_bytes: maxBytes });
  }
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return uploadError(new BlobTooLargeError(maxBytes), maxBytes);
  if (code === 'FST_FILES_LIMIT') return AppError.invalid([{ field: 'file', issue: 'must be one file' }]);
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT')
    return AppError.invalid([{ field: 'body', issue: 'has too many parts' }]);
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return AppError.invalid([{ field: 'body', issue: 'has a part that is not valid JSON' }]);
  if (code === 'FST_PROTO_VIOLATION')
    return AppError.invalid([{ field: 'body', issue: 'has a part with a forbidden name' }]);
  if (/^(Unexpected end|Malformed|Multipart|Part terminated|premature)/i.test(message ?? '')) {
    return AppError.invalid([{ field: 'body', issue: 'is not a complete multipart form' }]);
  }
  return error;
}
