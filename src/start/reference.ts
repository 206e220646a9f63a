import type { FastifyInstance } from 'fastify';
import { builtFiles, senderOf } from './built-files.js';

const NAME = 'reference';

/** The page at `/docs`, the descriptions of the API, and the guides to its changes. Exactly the files of the build, by name. */
export function serveReference(fastify: FastifyInstance): void {
  for (const file of builtFiles(NAME)) fastify.get(file.address, senderOf(NAME, file));
}
