import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../../common/http/content-disposition.js';
import { namesEtag } from '../../../common/http/envelope.js';
import type { PageImage } from './page-image.service.js';

/** How long a client may show an image of a named revision without asking: it never changes. Seconds. */
const REVISION_MAX_AGE = 86_400;

/**
 * Answers with the image, or 304 when the client has it (RFC 9110). Without a revision in the address the client asks each
 * time: tomorrow another one may be the one to work by.
 */
export async function sendPageImage(request: FastifyRequest, reply: FastifyReply, image: PageImage): Promise<void> {
  const headers = {
    etag: image.etag,
    'cache-control': `private, max-age=${image.is_of_revision ? REVISION_MAX_AGE : 0}, must-revalidate`,
    // What one user has seen is not for the next one on the same machine.
    vary: 'Authorization, X-API-Key',
  };
  if (namesEtag(request.headers['if-none-match'], image.etag))
    return void (await reply.status(304).headers(headers).send());
  const content = await image.open();
  await reply
    .headers({
      ...headers,
      'content-type': image.media_type,
      'content-length': content.length,
      'content-disposition': contentDisposition('inline', image.file_name),
      'content-security-policy': `default-src 'none'`,
    })
    .send(content);
}
