import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** Smaller responses are not compressed. Bytes. */
const MIN_BYTES = 1_024;
const TEXT = /^(application\/(json|javascript|yaml)|image\/svg\+xml|text\/(?!event-stream))/;
/** Effort, about 10 ms per megabyte. */
const LEVEL = 4;

/**
 * Compresses text by `Accept-Encoding` (brotli, gzip). Not compressed are streams, ranges, responses with their own `ETag` (`If-Match`
 * compares bytes), and responses whose compressed length could reveal a secret next to text of an attacker: those to requests with cookies,
 * and those of routes that return credentials.
 * @param secrets routes that return credentials
 */
export function registerCompression(fastify: FastifyInstance, secrets: RegExp): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    // A path has many spellings.
    const path = request.routeOptions.url ?? pathOf(request);
    if (reply.statusCode !== 200 || !TEXT.test(String(reply.getHeader('content-type')))) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (reply.hasHeader('content-encoding') || reply.hasHeader('etag') || secrets.test(path)) return payload;
    if (request.headers.cookie !== undefined || reply.hasHeader('set-cookie')) return payload;
    if (Buffer.byteLength(payload) < MIN_BYTES) return payload;
    varyByEncoding(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    return encoding ? encodedBody(reply, encoding, await compress(Buffer.from(payload), encoding)) : payload;
  });
}

/** The encoding that the client prefers, brotli if equal; null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '').split(',')) {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name!, Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, zip] = [weightOf('br'), weightOf('gzip')];
  const identity = weights.get('identity') ?? 0;
  if (Math.max(br, zip) === 0 || identity > Math.max(br, zip)) return null;
  return br >= zip ? 'br' : 'gzip';
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

export function varyByEncoding(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []].flat().join(', ');
  void reply.header('vary', names === '' ? 'Accept-Encoding' : `${names}, Accept-Encoding`);
}

function encodedBody(reply: FastifyReply, encoding: Encoding, body: Buffer): Buffer {
  return withLength(reply.header('content-encoding', encoding), body);
}

function withLength(reply: FastifyReply, body: Buffer): Buffer {
  void reply.header('content-length', body.length);
  return body;
}

/** In the thread pool of Node. */
function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: LEVEL });
  const params = { [constants.BROTLI_PARAM_QUALITY]: LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return promisify(brotliCompress)(content, { params });
}
