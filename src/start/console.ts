import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { CONSOLE_PATH } from '../common/console-path.js';
import type { RateLimiter } from '../common/rate-limits/rate-limiter.js';
import { builtFiles, senderOf } from './built-files.js';

const NAME = 'web';
const NONCE_BYTES = 18;

/** The web console. Every path that is not a file is the page: its router shows the screen. */
export function serveConsole(fastify: FastifyInstance, issuer: string, rateLimiter: RateLimiter): void {
  const { origin, pathname } = new URL(issuer);
  const base = `${pathname.replace(/\/+$/, '')}${CONSOLE_PATH}/`;
  const [beforeNonce = '', ...rest] = readFileSync(path.join(projectRoot(), 'dist', NAME, 'index.html'), 'utf8')
    .replaceAll('{{base}}', escaped(base))
    .replaceAll('{{origin}}', escaped(origin))
    .split('{{nonce}}');

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    rateLimiter.exempt(request);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce) })
      .type('text/html; charset=utf-8')
      .send([beforeNonce, ...rest].join(nonce));
  };
  for (const file of builtFiles(NAME)) {
    const send = senderOf(NAME, file);
    fastify.get(file.address, (request, reply) => {
      rateLimiter.exempt(request);
      return send(request, reply);
    });
  }
  // A file of another build is not found: the page in its place would be a script that cannot be parsed.
  fastify.get(`${CONSOLE_PATH}/assets/*`, (_request, reply) => reply.callNotFound());
  fastify.get(CONSOLE_PATH, sendPage);
  fastify.get(`${CONSOLE_PATH}/*`, sendPage);

  // Not a route, so that all other requests to the root stay 404.
  fastify.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request;
    const isBrowser = /^(GET|HEAD)$/.test(method) && /\btext\/html\b/.test(headers.accept ?? '');
    if (!isBrowser || url.split('?', 1)[0] !== '/') return done();
    void reply.header('cache-control', 'no-store').header('vary', 'Accept').redirect(base, 302);
  });
}

/** Mantine writes its variables into a `<style>`, which the nonce allows. Page images are blobs. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
