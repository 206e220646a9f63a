import { Injectable } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { StoredUpload } from '../uploads/stored-upload.js';
import { UploadInterceptor } from '../uploads/upload.interceptor.js';

/** {@link UploadInterceptor} for the archive of an import. */
@Injectable()
export class ArchiveUploadInterceptor extends UploadInterceptor {
  protected override maxBytes(): number {
    return this.limits.max_import_bytes;
  }

  protected override receiveFile(part: MultipartFile): Promise<StoredUpload> {
    return this.files.receiveArchive(part);
  }
}
