import Fastify, { type FastifyInstance } from 'fastify';
import { registerCompression } from './compression.js';

describe('a public document', () => {
  let fastify: FastifyInstance;
  let made: number;

  beforeEach(() => {
    made = 0;
    fastify = Fastify();
    registerCompression(fastify, /^\/openapi\.yaml$/, /\/secrets$/);
    fastify.get('/openapi.yaml', (_request, reply) => {
      made += 1;
      return reply.type('text/yaml').send(`made: ${made}\n`.padEnd(2_000, '#'));
    });
  });
  afterEach(() => fastify.close());

  it.each([[['GET', 'GET', 'HEAD']], [['HEAD', 'HEAD', 'GET']]] as const)('is made once for %j', async (methods) => {
    for (const method of methods) {
      const answer = await fastify.inject({ method, url: '/openapi.yaml' });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/yaml']);
      expect(answer.headers['content-length']).toBe('2000');
      expect(answer.headers.etag).toMatch(/^W\//);
      expect(answer.payload.startsWith('made: 1')).toBe(method === 'GET');
    }
    expect(made).toBe(1);
  });

  it('is the same however its address is spelled', async () => {
    const answers = ['/openapi.yaml', '/openapi%2Eyaml', '/%6Fpenapi.yaml?'].map((url) => fastify.inject(url));
    for (const { headers } of await Promise.all(answers)) expect(headers.etag).toMatch(/^W\//);
    const compressed = await fastify.inject({ url: '/openapi%2Eyaml', headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
  });
});
