import { Injectable } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { StoredUpload } from './stored-upload.js';
import { UploadInterceptor } from './upload.interceptor.js';

/** Bytes of a picture. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** {@link UploadInterceptor} for a PNG or JPEG. */
@Injectable()
export class PictureUploadInterceptor extends UploadInterceptor {
  protected override maxBytes(): number {
    return MAX_PICTURE_BYTES;
  }

  protected override receiveFile(part: MultipartFile): Promise<StoredUpload> {
    return this.files.receivePicture(part, MAX_PICTURE_BYTES);
  }
}
