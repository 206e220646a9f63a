import { Readable } from 'node:stream';
import {
  applyDecorators,
  Inject,
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, mergeMap, type Observable } from 'rxjs';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { FileRefusedError, type RefusalReason } from '../../common/files/file-refusal.js';
import { DETECTION_BYTES, readSignature, type Signature } from '../../common/files/format-detection.js';
import { FileInspector, type InspectionLimits } from '../../common/files/inspection/file-inspector.js';
import { SUPPORTED_FORMATS, type SupportedFormat } from '../../common/files/supported-formats.js';
import type { ArchiveLimits } from '../../common/files/zip-directory.js';
import { ZIP_PROBLEMS } from '../../common/files/zip-error.js';
import { contentTypeRefused } from '../../common/http/body-type.decorator.js';
import { isReplayed } from '../../common/idempotency/replayed.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { visible } from '../../common/validation/trimmed.js';
import { BlobTooLargeError } from '../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../integrations/storage/blob-storage.js';
import { ContentRefused } from '../../integrations/malware-scan/malware-scan.events.js';
import { StoredUpload } from './stored-upload.js';

/** The only part that is a file. */
const FILE_FIELD = 'file';

export const UPLOAD_LIMITS = Symbol('limits of an upload');

export interface UploadLimits {
  /** Of the file, in bytes. */
  max_bytes: number;
  /** Characters of its name, without folders. */
  max_name_length: number;
  /** Of ZIP packages and of Word files, which are ZIP archives. */
  archive: ArchiveLimits;
  inspection: InspectionLimits;
}

/** Refusals that go on record as what the malware scanner finds does: somebody may mean harm. */
const SUSPICIOUS: readonly RefusalReason[] = ['malware', 'macros', 'executable', 'inspection_limit'];

/** What an upload may be answered for its file (with further reasons of 422), and when its file cannot be received or looked into just now. */
export const FailsForFile = (...reasons: string[]): MethodDecorator =>
  applyDecorators(
    Fails('UNPROCESSABLE', 'idempotency_key_reused', ...reasons, ...SUSPICIOUS, 'malware_scan_limit', ...ZIP_PROBLEMS),
    Fails('SERVICE_UNAVAILABLE', 'database', 'storage', 'malware_scanner', 'inspection_ended', 'overload'),
  );

/**
 * Receives a multipart form: text parts become fields of the body, the part `file` goes straight to the storage and
 * becomes a {@link StoredUpload}. Its first 64 KiB tell what it is; a ZIP archive is looked into once it is received whole.
 * Texts and archives are looked at in a process of its own.
 * What is refused for its content is not stored, and a file whose request fails for anything else, or is answered what
 * the same request was before, is given up again.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  private readonly logger = new Logger(UploadInterceptor.name);

  constructor(
    private readonly storage: BlobStorage,
    private readonly inspector: FileInspector,
    private readonly events: DomainEvents,
    @Inject(UPLOAD_LIMITS) private readonly limits: UploadLimits,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.isMultipart()) throw contentTypeRefused(request);
    request.body = await this.receive(request);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      mergeMap(async (data: unknown) => {
        if (isReplayed(reply)) await this.giveUp(request.body as Record<string, unknown>);
        return data;
      }),
      catchError(async (error: unknown) => {
        await this.giveUp(request.body as Record<string, unknown>);
        throw error;
      }),
    );
  }

  private async receive(request: FastifyRequest): Promise<Record<string, unknown>> {
    const body: Record<string, unknown> = {};
    try {
      for await (const part of request.parts()) {
        if (!part.fieldname) throw namelessPart(part);
        if (Object.hasOwn(body, part.fieldname))
          throw AppError.invalid([{ field: part.fieldname, issue: 'must be sent once' }]);
        body[part.fieldname] = part.type === 'file' ? await this.store(part) : textOf(part);
      }
    } catch (error) {
      // The parser may have stopped in the middle: what still comes would stand before the next request of the connection.
      request.raw.unpipe();
      request.raw.resume();
      if (error instanceof FileRefusedError && SUSPICIOUS.includes(error.reason))
        await this.events.emit(new ContentRefused(error.reason, null));
      await this.giveUp(body);
      throw uploadError(error, this.limits.max_bytes);
    }
    return body;
  }

  /** Should that fail as well, the sweep comes by. */
  private async giveUp({ [FILE_FIELD]: file }: Record<string, unknown>): Promise<void> {
    if (!(file instanceof StoredUpload)) return;
    await this.storage.release(file.sha256).catch((error: unknown) => this.logger.warn(error));
  }

  private async store(part: MultipartFile): Promise<StoredUpload> {
    if (part.fieldname !== FILE_FIELD) {
      part.file.resume();
      throw AppError.invalid([{ field: part.fieldname, issue: 'must not be a file' }]);
    }
    const { head, content } = await peek(part.file);
    try {
      // A part of a binary type is a file, with a name or without.
      const name = usableName(part.filename ?? '', this.limits.max_name_length);
      const signature = readSignature(head);
      let format = await this.early(signature, head);
      const { sha256, size } = await this.storage.put(content, {
        maxBytes: this.limits.max_bytes,
        beforePublish: async (_blob, file) => {
          format ??= await this.formatOf(signature, file);
          return 'keep';
        },
      });
      return new StoredUpload(sha256, size, format!, name);
    } catch (error) {
      // What is left of the part must be read, or the connection would hang until its time-out.
      content.resume();
      throw error;
    }
  }

  /** The format of what its first bytes tell; null for containers. */
  private async early(signature: Signature, head: Buffer): Promise<SupportedFormat | null> {
    if ('format' in signature) return signature.format;
    return signature.container === 'text' ? this.inspector.inspect({ kind: 'text', head }) : null;
  }

  private formatOf(signature: Signature, file: string): Promise<SupportedFormat> {
    const isZip = 'container' in signature && signature.container === 'zip';
    return this.inspector.inspect(isZip ? { kind: 'zip', file, limits: this.limits.archive } : { kind: 'ole', file });
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

/** The parser gives a part without a name none, whatever its types say. */
function namelessPart(part: MultipartFile | MultipartValue): AppError {
  const isFile = part.type === 'file';
  if (isFile) part.file.resume();
  return isFile
    ? AppError.invalid([{ field: FILE_FIELD, issue: `must be sent as a part named ${FILE_FIELD}` }])
    : AppError.invalid([{ field: 'body', issue: 'has a part without a name' }]);
}

/** The parser reads a part of type application/json as JSON; only its texts are taken. */
function textOf(part: MultipartValue): string {
  if (part.fieldname === FILE_FIELD) throw AppError.invalid([{ field: FILE_FIELD, issue: 'must be a file part' }]);
  if (part.valueTruncated) throw AppError.invalid([{ field: part.fieldname, issue: 'is too long' }]);
  if (typeof part.value !== 'string') throw AppError.invalid([{ field: part.fieldname, issue: 'must be a text part' }]);
  return part.value;
}

/** A name for people and for Content-Disposition: no folders, no control characters. */
export function safeFileName(name: string): string {
  const cleaned = visible(name.split(/[\\/]/).at(-1) ?? '');
  return /^\.*$/.test(cleaned) ? 'document' : cleaned;
}

function usableName(given: string, longest: number): string {
  const name = safeFileName(given);
  if ([...name].length <= longest) return name;
  throw AppError.invalid([{ field: FILE_FIELD, issue: `must have a name of at most ${longest} characters` }]);
}

/** Errors of the multipart parser and of the storage, in the catalogue's terms. */
function uploadError(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof FileRefusedError) return refusal(error);
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

/** 415 for what is of another kind, 422 for a file of the right kind that is refused all the same. */
function refusal({ reason, message, details }: FileRefusedError): AppError {
  if (reason === 'empty') return AppError.invalid([{ field: FILE_FIELD, issue: 'is empty' }]);
  if (reason !== 'file_type') return new AppError('UNPROCESSABLE', message, { reason, ...details });
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message, { reason, ...details, supported: SUPPORTED_FORMATS });
}
