import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInstance } from 'class-validator';
import { TakesMultipart } from '../../../common/http/body-type.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { PictureUploadInterceptor } from '../uploads/picture-upload.interceptor.js';
import { StoredUpload } from '../uploads/stored-upload.js';

/** A picture, sent as the part `file`. */
export class PictureRequest {
  @ApiProperty({ type: 'string', format: 'binary', description: 'PNG or JPEG of at most 10 MB' })
  // The instance itself: a copy would not be one.
  @Transform(({ obj }: TransformFnParams) => (obj as { file?: unknown }).file)
  @IsInstance(StoredUpload, { message: 'is required, as a file part' })
  file: StoredUpload;
}

/** The route takes a {@link PictureRequest}, and supports `Idempotency-Key`: the file's hash is part of the request's fingerprint. */
export const TakesPicture = (): MethodDecorator =>
  // In this order the file is received before the idempotency check.
  applyDecorators(UseInterceptors(PictureUploadInterceptor), Idempotent(), TakesMultipart());
