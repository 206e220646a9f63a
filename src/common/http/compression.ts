import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** Smaller responses are not compressed. Bytes. */
const MIN_BYTES = 1_024;
const TEXT = /^(application\/(json|javascript|yaml)|image\/svg\+xml|text\/(?!event-stream))/;
/** Effort for single responses, about 10 ms per megabyte, and for cached ones, which are compressed once. */
const EFFORT = { once: { br: 4, gzip: 4 }, kept: { br: 10, gzip: 9 } } as const;

interface Kept {
  content: Buffer;
  type: string;
  etag: string;
  encoded: Map<Encoding, Promise<Buffer>>;
}

/**
 * Compresses text by `Accept-Encoding` (brotli, gzip). Not compressed are streams, ranges, responses with their own `ETag` (`If-Match`
 * compares bytes), and responses whose compressed length could reveal a secret next to text of an attacker: those to requests with cookies,
 * and those of routes that return credentials.
 * @param publicDocuments routes of public documents, which are compressed once, cached and given an `ETag`
 * @param secrets routes that return credentials
 */
export function registerCompression(fastify: FastifyInstance, publicDocuments: RegExp, secrets: RegExp): void {
  const kept = new Map<string, Kept>();
  // Generating a document blocks the event loop for up to half a second.
  fastify.addHook('preHandler', (request, reply, done) => {
    const route = String(request.routeOptions.url);
    const known = publicDocuments.test(route) ? kept.get(route) : undefined;
    if (known) void reply.type(known.type).send(known.content);
    else done();
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    // A path has many spellings.
    const path = request.routeOptions.url ?? pathOf(request);
    if (reply.statusCode !== 200 || !TEXT.test(String(reply.getHeader('content-type')))) return payload;
    if (publicDocuments.test(path)) {
      const document = await keep(kept, request, reply, payload);
      return document ? sendKept(request, reply, document) : payload;
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (reply.hasHeader('content-encoding') || reply.hasHeader('etag') || secrets.test(path)) return payload;
    if (request.headers.cookie !== undefined || reply.hasHeader('set-cookie')) return payload;
    if (Buffer.byteLength(payload) < MIN_BYTES) return payload;
    vary(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    return encoding ? encodedBody(reply, encoding, await compress(Buffer.from(payload), encoding, 'once')) : payload;
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

/** Caches the first response; of a file, that to GET. Keyed by the route or file found, so other spellings of a path add nothing. */
async function keep(
  kept: Map<string, Kept>,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<Kept | null> {
  const ownTag = reply.getHeader('etag') as string | undefined;
  const file = posix.basename(decodeURIComponent(pathOf(request)));
  const key = ownTag === undefined ? String(request.routeOptions.url) : `${ownTag} ${file}`;
  const known = kept.get(key);
  if (known && payload instanceof Readable) payload.destroy();
  const isWhole = request.method === 'GET' || (ownTag === undefined && typeof payload === 'string' && payload !== '');
  if (known || !isWhole) return known ?? null;
  const content = payload instanceof Readable ? await buffer(payload) : Buffer.from(payload as string | Buffer);
  const etag = ownTag ?? `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const type = String(reply.getHeader('content-type'));
  const document = { content, type, etag, encoded: new Map<Encoding, Promise<Buffer>>() };
  kept.set(key, document);
  return document;
}

async function sendKept(request: FastifyRequest, reply: FastifyReply, document: Kept): Promise<Buffer | string> {
  vary(reply);
  void reply.header('etag', document.etag).removeHeader('accept-ranges');
  if (request.headers['if-none-match'] === document.etag) {
    void reply.code(304).removeHeader('content-length');
    return '';
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding || document.content.length < MIN_BYTES) return withLength(reply, document.content);
  let encoded = document.encoded.get(encoding);
  if (!encoded) document.encoded.set(encoding, (encoded = compress(document.content, encoding, 'kept')));
  return encodedBody(reply, encoding, await encoded);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

function vary(reply: FastifyReply): void {
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
function compress(content: Buffer, encoding: Encoding, effort: keyof typeof EFFORT): Promise<Buffer> {
  const level = EFFORT[effort][encoding];
  if (encoding === 'gzip') return promisify(gzip)(content, { level });
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return promisify(brotliCompress)(content, { params });
}
