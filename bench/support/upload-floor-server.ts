/**
 * The floor of uploads: Fastify and its multipart parser, which writes the file to /dev/null. Environment: HOST, PORT.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

const { HOST, PORT } = process.env;

async function main(): Promise<void> {
  const fastify = Fastify();
  await fastify.register(multipart, { limits: { fileSize: 1024 ** 3 } });
  fastify.get('/ready', () => ({ ready: true }));
  fastify.post('/upload', async (request, reply) => {
    for await (const part of request.parts()) {
      if (part.type === 'file') await pipeline(part.file, createWriteStream('/dev/null'));
    }
    return reply.status(202).send({});
  });
  await fastify.listen({ host: HOST, port: Number(PORT) });
}

process.once('SIGTERM', () => process.exit(0));
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
