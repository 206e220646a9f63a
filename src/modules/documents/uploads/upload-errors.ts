import { applyDecorators } from '@nestjs/common';
import { ZIP_PROBLEMS } from '@amks/reader/errors/zip-error.js';
import { FileRefusedError, type RefusalReason } from '@amks/reader/errors/file-refusal.js';
import { SUPPORTED_MEDIA_TYPES, SUPPORTED_SENTENCE } from '@amks/reader/formats.js';
import { AppError } from '../../../common/errors/app-error.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { BlobTooLargeError } from '../../../integrations/storage/blob-storage.errors.js';
import { FILE_PART } from './stored-upload.js';

/** Refusals that may be an attack. They are recorded in the audit log. */
export const SUSPICIOUS: readonly RefusalReason[] = ['malware', 'macros', 'executable', 'inspection_limit'];

/** Issues of a form by the error codes of the multipart parser. */
const FORM_ISSUES: Readonly<Record<string, { field: string; issue: string }>> = {
  FST_FILES_LIMIT: { field: FILE_PART, issue: 'must be one file' },
  FST_FIELDS_LIMIT: { field: 'body', issue: 'has too many parts' },
  FST_PARTS_LIMIT: { field: 'body', issue: 'has too many parts' },
  FST_INVALID_JSON_FIELD_ERROR: { field: 'body', issue: 'has a part that is not valid JSON' },
  FST_PROTO_VIOLATION: { field: 'body', issue: 'has a part with a forbidden name' },
};
/** The parser has no code for a form that is cut off or malformed. */
const BROKEN_FORM = /^(Unexpected end|Malformed|Multipart|Part terminated|premature)/i;

/** Documents the errors of an upload: refused files, with further `reasons` of 422, and unavailable services. */
export const FailsForFile = (...reasons: string[]): MethodDecorator =>
  applyDecorators(
    Fails('UNPROCESSABLE', 'idempotency_key_reused', ...reasons, ...SUSPICIOUS, 'malware_scan_limit', ...ZIP_PROBLEMS),
    Fails('SERVICE_UNAVAILABLE', 'database', 'storage', 'malware_scanner', 'inspection_ended', 'overload'),
  );

/** Translates errors of the multipart parser, the reader and the storage. Unknown errors are returned as they are. */
export function uploadError(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof FileRefusedError) return refusal(error);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof BlobTooLargeError || code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large', { reason: 'file', max_bytes: maxBytes });
  if (Object.hasOwn(FORM_ISSUES, code)) return AppError.invalid([FORM_ISSUES[code]!]);
  if (BROKEN_FORM.test(message))
    return AppError.invalid([{ field: 'body', issue: 'is not a complete multipart form' }]);
  return error;
}

/** 415 for an unsupported format, 422 for a supported one that is refused. */
function refusal({ reason, message, details: found }: FileRefusedError): AppError {
  if (reason === 'empty') return AppError.invalid([{ field: FILE_PART, issue: 'is empty' }]);
  if (reason !== 'file_type') return new AppError('UNPROCESSABLE', message, { reason, ...found });
  const details = { reason, ...found, supported: SUPPORTED_MEDIA_TYPES };
  return new AppError('UNSUPPORTED_MEDIA_TYPE', `${message} ${SUPPORTED_SENTENCE}`, details);
}
