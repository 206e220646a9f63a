import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../common/errors/app-error.js';
import { FILE_PART } from './stored-upload.js';

/** In order. @param maxBytes of the file; one byte more is delivered @throws AppError INVALID_REQUEST for a part without a name, or a name sent twice */
export async function* readParts(
  request: FastifyRequest,
  maxBytes: number,
): AsyncGenerator<MultipartFile | MultipartValue> {
  const names = new Set<string>();
  for await (const part of request.parts({ limits: { fileSize: maxBytes + 1 } })) {
    if (!part.fieldname) throw unnamedPart(part);
    if (names.has(part.fieldname)) throw AppError.invalid([{ field: part.fieldname, issue: 'must be sent once' }]);
    names.add(part.fieldname);
    yield part;
  }
}

/** Reads the form to its end: on a kept-alive connection, unread bytes would be parsed as the next request. */
export function discardRest(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}

/** @throws AppError INVALID_REQUEST for a value that is too long, not text, or sent as the part `file` */
export function textOf(part: MultipartValue): string {
  if (part.fieldname === FILE_PART) throw AppError.invalid([{ field: FILE_PART, issue: 'must be a file part' }]);
  if (part.valueTruncated) throw AppError.invalid([{ field: part.fieldname, issue: 'is too long' }]);
  // The parser turns parts of type application/json into objects.
  if (typeof part.value !== 'string') throw AppError.invalid([{ field: part.fieldname, issue: 'must be a text part' }]);
  return part.value;
}

function unnamedPart(part: MultipartFile | MultipartValue): AppError {
  if (part.type !== 'file') return AppError.invalid([{ field: 'body', issue: 'has a part without a name' }]);
  part.file.resume();
  return AppError.invalid([{ field: FILE_PART, issue: `must be sent as a part named ${FILE_PART}` }]);
}
