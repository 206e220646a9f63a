import {
  Inject,
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MultipartFile } from '@fastify/multipart';
import { catchError, mergeMap, type Observable } from 'rxjs';
import { FileRefusedError } from '@amks/reader/errors/file-refusal.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { contentTypeRefused } from '../../../common/http/body-type.decorator.js';
import { requirePrincipal } from '../../../common/auth/current-principal.decorator.js';
import { isReplayed } from '../../../common/idempotency/replayed.js';
import { ContentRefused } from '../../../integrations/malware-scan/malware-scan.events.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { FileReceiver, UPLOAD_LIMITS, type UploadLimits } from './file-receiver.js';
import { discardRest, readParts, textOf } from './multipart-form.js';
import { FILE_PART, StoredUpload } from './stored-upload.js';
import { SUSPICIOUS, uploadError } from './upload-errors.js';

type Form = Record<string, unknown>;

/** Text parts become fields, `file` a {@link StoredUpload}, released if the request fails or an earlier response is replayed. */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  private readonly logger = new Logger(UploadInterceptor.name);

  constructor(
    protected readonly files: FileReceiver,
    private readonly storage: BlobStorage,
    private readonly events: DomainEvents,
    @Inject(UPLOAD_LIMITS) protected readonly limits: UploadLimits,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.isMultipart()) throw contentTypeRefused(request);
    const form = await this.receive(request, requirePrincipal().organizationId);
    request.body = form;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      mergeMap(async (data: unknown) => {
        if (isReplayed(reply)) await this.release(form);
        return data;
      }),
      catchError(async (error: unknown) => {
        await this.release(form);
        throw error;
      }),
    );
  }

  /** Bytes of the file. */
  protected maxBytes(): number {
    return this.limits.max_bytes;
  }

  protected receiveFile(part: MultipartFile, organizationId: string): Promise<StoredUpload> {
    return this.files.receive(part, organizationId);
  }

  private async receive(request: FastifyRequest, organizationId: string): Promise<Form> {
    const form: Form = {};
    try {
      for await (const part of readParts(request, this.maxBytes()))
        form[part.fieldname] = part.type === 'file' ? await this.receiveFile(part, organizationId) : textOf(part);
      return form;
    } catch (error) {
      discardRest(request);
      if (error instanceof FileRefusedError && SUSPICIOUS.includes(error.reason))
        await this.events.emit(new ContentRefused(error.reason, null));
      await this.release(form);
      throw uploadError(error, this.maxBytes());
    }
  }

  /** If this fails too, the blob sweep removes the file. */
  private async release({ [FILE_PART]: file }: Form): Promise<void> {
    if (!(file instanceof StoredUpload)) return;
    await this.storage.release(file.sha256).catch((error: unknown) => this.logger.warn(error));
  }
}
