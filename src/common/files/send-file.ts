import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { contentDisposition } from './download-name.js';
import { namesEtag } from '../http/envelope.js';
import { parseByteRange, type ByteRange } from './byte-range.js';

/** A stored file. Its content never changes under its ETag. */
export interface FileToSend {
  /** Bytes. */
  size: number;
  mediaType: string;
  fileName: string;
  /** Strong, with quotes. */
  etag: string;
  headers?: Record<string, string>;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Sends the file, a range (206), or 304 (RFC 9110). HEAD ignores ranges and does not open the file. Always an attachment, so
 * that browsers never render uploaded files as pages of the service.
 * @throws AppError RANGE_NOT_SATISFIABLE
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileToSend): Promise<void> {
  void reply.headers({
    etag: file.etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...file.headers,
  });
  if (namesEtag(request.headers['if-none-match'], file.etag)) return void reply.status(304).send();
  const description = {
    'content-type': file.mediaType,
    'content-disposition': contentDisposition('attachment', file.fileName),
  };
  if (request.method === 'HEAD') return sendHead(reply, { ...description, 'content-length': file.size });
  const ifRange = request.headers['if-range'];
  const rangeHolds = ifRange === undefined || ifRange === file.etag;
  const range = rangeHolds ? parseByteRange(request.headers.range, file.size) : 'whole';
  if (range === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${file.size}` };
    throw new AppError(
      'RANGE_NOT_SATISFIABLE',
      'The range is outside of the file',
      { reason: 'range', size: file.size },
      { headers },
    );
  }
  const part = range === 'whole' ? undefined : range;
  const content = await file.open(part);
  void reply.headers({
    ...description,
    'content-length': part ? part.end - part.start + 1 : file.size,
  });
  if (part) void reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`);
  await reply.send(content);
}

/** The framework would set a length of 0 for HEAD without a stream. */
export async function sendHead(reply: FastifyReply, headers: Record<string, string | number>): Promise<void> {
  await reply.headers(headers).send(Readable.from([]));
}
