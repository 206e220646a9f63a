import type { FastifyInstance } from 'fastify';

/** What a process tells of itself, at the root. */
const PROBES = /^\/(healthz|readyz|metrics)(\?|$)/;

/** For a process that only works in the background: everything but its probes is 404, whatever routes there are. */
export function serveProbesOnly(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (PROBES.test(request.url) || request.is404) done();
    else reply.callNotFound();
  });
}
