import type { FastifyReply } from 'fastify';

const REPLAYED = 'idempotent-replayed';

/** Says that the answer is that of the same request before. */
export function markReplayed(reply: FastifyReply): void {
  void reply.header(REPLAYED, 'true');
}

export function isReplayed(reply: FastifyReply): boolean {
  return reply.getHeader(REPLAYED) === 'true';
}

/** Takes back what a replay put into the headers, where its answer is not to be given. */
export function forgetReplay(reply: FastifyReply): void {
  void reply.removeHeader(REPLAYED).removeHeader('etag');
}
