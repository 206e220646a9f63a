import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { acceptedEncoding, varyByEncoding } from '../common/http/compression.js';

/** A file that scripts/served-files.mjs wrote, with `.br` and `.gz` next to it. */
export interface BuiltFile {
  address: string;
  type: string;
  file: string;
  /** Hash of the content, for the `ETag`. */
  tag: string;
  /** Whether the name contains a hash, so that it never means another content. */
  hashed: boolean;
}

type Sender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** Exactly the files of the build in `dist/<name>`, by address. */
export function builtFiles(name: string): BuiltFile[] {
  return JSON.parse(readFileSync(path.join(folderOf(name), 'files.json'), 'utf8')) as BuiltFile[];
}

/** Reads a file at its first request. */
export function senderOf(name: string, { type, file, tag, hashed }: BuiltFile): Sender {
  const contents = new Map<string, Promise<Buffer>>();
  const cacheControl = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  const contentOf = (ending: string): Promise<Buffer> => {
    const content = contents.get(ending) ?? readFile(path.join(folderOf(name), file + ending));
    contents.set(ending, content);
    return content;
  };
  return async (request, reply) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const etag = `"${tag}${encoding ? `-${encoding}` : ''}"`;
    varyByEncoding(reply);
    void reply.header('etag', etag).header('cache-control', cacheControl).type(type);
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.send(await contentOf(encoding ? ENDINGS[encoding] : ''));
  };
}

const folderOf = (name: string): string => path.join(projectRoot(), 'dist', name);

/** By the weak comparison of RFC 9110, since proxies weaken tags. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
