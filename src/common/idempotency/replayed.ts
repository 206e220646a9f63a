import type { FastifyReply } from 'fastify';

const REPLAYED = 'idempotent-replayed';

/** Marks a response as a replay. */
export function markReplayed(reply: FastifyReply): void {
  void reply.header(REPLAYED, 'true');
}

export function isReplayed(reply: FastifyReply): boolean {
  return reply.getHeader(REPLAYED) === 'true';
}

/** Removes the headers of a replay that is not sent. */
export function forgetReplay(reply: FastifyReply): void {
  void reply.removeHeader(REPLAYED).removeHeader('etag');
}
