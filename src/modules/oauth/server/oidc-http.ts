import { IncomingMessage, type ServerResponse } from 'node:http';
import { stringify, type ParsedUrlQueryInput } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitHeaders, type RateLimiter } from '../../../common/rate-limits/rate-limiter.js';

/** The request for oidc-provider: addressed to the issuer, because the library derives URLs from it, and with the parsed body. */
export function requestFor(issuer: string, request: FastifyRequest, body: ParsedUrlQueryInput = {}): IncomingMessage {
  const { protocol, host, pathname } = new URL(issuer);
  const copy = new IncomingMessage(request.raw.socket);
  const base = pathname.replace(/\/$/, '');
  copy.method = request.raw.method;
  copy.url = request.raw.url;
  copy.headers = {
    ...request.raw.headers,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': request.ip,
  };
  Object.assign(copy, { baseUrl: base, complete: true });
  const form = Buffer.from(stringify(body));
  delete copy.headers['transfer-encoding'];
  // `registerCors` decides on origins; oidc-provider would apply its own rules.
  delete copy.headers.origin;
  copy.headers['content-length'] = String(form.length);
  copy.push(form);
  copy.push(null);
  return copy;
}

/** Detaches the response from Fastify, with the headers that every response has. */
export function responseOf(request: FastifyRequest, reply: FastifyReply, rateLimiter: RateLimiter): ServerResponse {
  const counted = rateLimiter.stateOf(request);
  if (counted) void reply.headers(rateLimitHeaders(counted));
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  return reply.raw;
}
