import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../../common/files/download-name.js';
import { namesEtag } from '../../../common/http/envelope.js';
import { sendHead } from '../../../common/files/send-file.js';
import { statusHeader, temporaryRevisionHeader } from '../../documents/dto/revision-status.js';
import type { PageImage } from './page-image.service.js';

/** Image, or 304 (RFC 9110). Clients revalidate each time, because access and status can change. HEAD draws nothing and has no length. */
export async function sendPageImage(request: FastifyRequest, reply: FastifyReply, image: PageImage): Promise<void> {
  const headers = {
    etag: image.etag,
    'cache-control': 'private, no-cache',
    // Another user of the same machine must not get a cached image.
    vary: 'Authorization, X-API-Key',
    ...statusHeader(image),
    ...temporaryRevisionHeader(image),
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
