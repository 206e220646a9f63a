import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { answersRequests, type AppOptions } from './start/app-options.js';
import { ArrivingBodies } from './common/connections/arriving-bodies.js';
import { CallerCount } from './common/auth/caller-count.js';
import { registerClientErrors } from './common/connections/client-errors.js';
import { registerCompression } from './common/http/compression.js';
import { registerCors } from './common/http/cors.js';
import { Draining } from './common/context/draining.js';
import { registerHttpHooks } from './common/limits/http-hooks.js';
import { API_BASE, type HttpAdapter } from './common/http/http-adapter.js';
import { CONSOLE_PATH } from './common/console-path.js';
import { MCP_PATH } from './common/mcp-path.js';
import { LoadShedder } from './common/limits/load-shedder.js';
import { registerLoadShedding } from './common/limits/load-shedding.js';
import { RateLimiter } from './common/rate-limits/rate-limiter.js';
import { contextOf } from './common/context/request-context.js';
import { registerRequestLimits } from './common/http/request-limits.js';
import { RouteTable } from './common/context/route-table.js';
import { SCIM_BASE } from './common/http/scim-error.js';
import { securityHeaders } from './common/http/security-headers.js';
import { limitUnreadResponses } from './common/connections/unread-responses.js';
import { limitIdleConnections } from './common/connections/idle-connections.js';
import { UsageMeter } from './integrations/metering/usage-meter.js';
import { TokenService } from './modules/auth/tokens/token.service.js';
import { UNSUBSCRIBE_PATH } from './modules/collaboration/notifications/unsubscribe/unsubscribe-path.js';
import { OAUTH_PAGES, OAUTH_ROUTES } from './modules/oauth/server/oauth-paths.js';
import { serveConsole } from './start/console.js';
import { serveReference } from './start/reference.js';
import { observe } from './start/telemetry.js';

/** Fields of an upload form at most, and bytes of one. */
const FORM_LIMITS = { fields: 20, fieldSize: 10_240, files: 1, parts: 21, headerPairs: 50 };

const PROBES = /^\/(healthz|readyz|metrics)$/;
const SIGN_IN_ROUTES = new RegExp(
  `^/${API_BASE}/auth/(login|refresh|logout|step-up|mfa/challenge|mfa/verify|passkey/options|passkey/verify)$`,
);
/** Routes that stay available under load: probes, metrics and sign-in. */
const ESSENTIAL = [PROBES, SIGN_IN_ROUTES, OAUTH_ROUTES, new RegExp(`^${CONSOLE_PATH}/session(/|$)`)];
/** Paths of what browsers show; no page of another origin reads it. */
const PAGES = new RegExp(`^(${OAUTH_PAGES}|${UNSUBSCRIBE_PATH}|${CONSOLE_PATH}|/docs)([/?]|$)`);
const METADATA = /^\/\.well-known\//;
/** Paths of answers that may hold credentials. */
const SECRETS = /\/(auth|oauth|api-keys|webhooks|identity-providers|scim|account|app|unsubscribe|metrics)(\/|$)/;

/** Everything between a Nest application and one that can listen. The same for the service and for the tests. */
export async function configureApp(app: NestFastifyApplication, options: AppOptions): Promise<void> {
  const { env } = options;
  const adapter = app.getHttpAdapter() as unknown as HttpAdapter;
  const fastify = app.getHttpAdapter().getInstance();
  if (answersRequests(options)) app.get(RouteTable).watch(fastify);
  app.setGlobalPrefix(API_BASE, {
    exclude: [
      ...['healthz', 'readyz', 'metrics', MCP_PATH.slice(1), '.well-known/*path', `${SCIM_BASE}/*path`],
      ...[`${CONSOLE_PATH.slice(1)}/session`, `${CONSOLE_PATH.slice(1)}/session/*path`],
    ],
  });
  adapter.leaveBodies();
  const headers = await securityHeaders({
    frameguard: { action: 'deny' },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
  });
  await app.register(multipart, {
    limits: { ...FORM_LIMITS, fileSize: env.UPLOAD_MAX_BYTES + 1 },
    throwFileSizeLimit: false,
  });
  const rateLimiter = app.get(RateLimiter);
  registerClientErrors(fastify, rateLimiter);
  limitIdleConnections(fastify, env.TRUST_PROXY);
  limitUnreadResponses(fastify.server);
  registerHttpHooks(fastify, rateLimiter, app.get(CallerCount), app.get(Draining), headers, ESSENTIAL);
  observe(app, env);
  if (!answersRequests(options)) return serveProbesOnly(fastify);
  await registerCors(app, { origins: env.CORS_ORIGINS, pages: PAGES, metadata: METADATA }, rateLimiter);
  registerRequestLimits(fastify);
  registerLoadShedding(fastify, app.get(LoadShedder), rateLimiter);
  app.get(ArrivingBodies).watch(fastify, env.REQUEST_TIMEOUT_SECONDS * 1000);
  registerCompression(fastify, SECRETS);
  const usage = app.get(UsageMeter);
  fastify.addHook('onResponse', (request, _reply, done) => {
    const context = contextOf(request);
    const caller = context?.principal ?? context?.caller;
    if (caller) usage.count('requests', caller.organizationId);
    done();
  });
  serveReference(fastify);
  if (env.CONSOLE === 'on') serveConsole(fastify, app.get(TokenService, { strict: false }).issuer, rateLimiter);
}

/** For workers: everything except the probes is 404. */
function serveProbesOnly(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (PROBES.test(request.url.split('?', 1)[0]!) || request.is404) done();
    else reply.callNotFound();
  });
}
