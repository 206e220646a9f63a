import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../../common/http/content-disposition.js';
import { namesEtag } from '../../../common/http/envelope.js';
import { sendHead } from '../../../common/http/send-file.js';
import { statusHeader } from '../../documents/dto/revision-status.js';
import type { PageImage } from './page-image.service.js';

/**
 * Answers with the image, or 304 when the client has it (RFC 9110). The client asks each time: tomorrow the revision may be
 * deleted, superseded or not for this user any more. For HEAD nothing is drawn, and the length stays unknown.
 */
export async function sendPageImage(request: FastifyRequest, reply: FastifyReply, image: PageImage): Promise<void> {
  const headers = {
    etag: image.etag,
    'cache-control': 'private, no-cache',
    // What one user has seen is not for the next one on the same machine.
    vary: 'Authorization, X-API-Key',
    ...statusHeader(image),
  };
  if (namesEtag(request.headers['if-none-match'], image.etag))
    return void (await reply.status(304).headers(headers).send());
  const description = {
    ...headers,
    'content-type': image.media_type,
    'content-disposition': contentDisposition('inline', image.file_name),
    'content-security-policy': `default-src 'none'`,
  };
  if (request.method === 'HEAD') return sendHead(reply, description);
  const content = await image.open();
  await reply.headers({ ...description, 'content-length': content.length }).send(content);
}
