import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { acceptedEncoding, varyByEncoding } from '../common/http/compression.js';

/** A file that scripts/reference/ wrote, with `.br` and `.gz` next to it. */
interface ReferenceFile {
  address: string;
  type: string;
  file: string;
  /** Hash of the content, for the `ETag`. */
  tag: string;
}

const FOLDER = path.join(projectRoot(), 'dist/reference');
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
/** Names with a hash never have another content. */
const HASHED = /-[\w-]{16}\.(?:css|js)$/;

/** The page at `/docs`, the descriptions of the API, and the guides to its changes. Exactly the files of the build, by name. */
export function serveReference(fastify: FastifyInstance): void {
  const files = JSON.parse(readFileSync(path.join(FOLDER, 'files.json'), 'utf8')) as ReferenceFile[];
  for (const file of files) fastify.get(file.address, senderOf(file));
}

function senderOf({ address, type, file, tag }: ReferenceFile) {
  const contents = new Map<string, Promise<Buffer>>();
  const cacheControl = HASHED.test(address) ? 'public, max-age=31536000, immutable' : 'no-cache';
  const contentOf = (ending: string): Promise<Buffer> => {
    const content = contents.get(ending) ?? readFile(path.join(FOLDER, file + ending));
    contents.set(ending, content);
    return content;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const etag = `"${tag}${encoding ? `-${encoding}` : ''}"`;
    varyByEncoding(reply);
    void reply.header('etag', etag).header('cache-control', cacheControl).type(type);
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.send(await contentOf(encoding ? ENDINGS[encoding] : ''));
  };
}

/** By the weak comparison of RFC 9110, since proxies weaken tags. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
