import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { answersRequests, type AppOptions } from './app-options.js';
import { ArrivingBodies } from './common/http/arriving-bodies.js';
import { CallerCount } from './common/http/caller-count.js';
import { registerClientErrors } from './common/http/client-errors.js';
import { registerCompression } from './common/http/compression.js';
import { registerCors } from './common/http/cors.js';
import { Draining } from './common/http/draining.js';
import { registerHttpHooks } from './common/http/http-hooks.js';
import { API_BASE, type HttpAdapter } from './common/http/http-adapter.js';
import { LoadShedder } from './common/http/load-shedder.js';
import { registerLoadShedding } from './common/http/load-shedding.js';
import { serveProbesOnly } from './common/http/probes-only.js';
import { RateLimiter } from './common/http/rate-limiter.js';
import { contextOf } from './common/http/request-context.js';
import { registerRequestLimits } from './common/http/request-limits.js';
import { RouteTable } from './common/http/route-table.js';
import { securityHeaders } from './common/http/security-headers.js';
import { boundUnreadAnswers } from './common/http/unread-answers.js';
import { boundWaitingConnections } from './common/http/waiting-connections.js';
import { createOpenApiDocument } from './common/openapi/openapi-document.js';
import { UsageMeter } from './integrations/usage/usage-meter.js';
import { SIGN_IN_ROUTES } from './modules/auth/sign-in-routes.js';
import { UNSUBSCRIBE_PATH } from './modules/collaboration/notifications/unsubscribe/unsubscribe-path.js';
import { OAUTH_PAGES, OAUTH_ROUTES } from './modules/oauth/server/oauth-paths.js';
import { observe } from './telemetry.js';

/** Fields of an upload form at most, and bytes of one. */
const FORM_LIMITS = { fields: 20, fieldSize: 10_240, files: 1, parts: 21, headerPairs: 50 };

const PROBES = /^\/(healthz|readyz|metrics)$/;
/** What goes on when the service has too much to do: those who look after it, and people getting in. */
const ESSENTIAL = [PROBES, SIGN_IN_ROUTES, OAUTH_ROUTES];
/** Paths of what browsers show; no page of another origin reads it. */
const PAGES = new RegExp(`^(${OAUTH_PAGES}|${UNSUBSCRIBE_PATH}|/docs)([/?]|$)`);
const METADATA = /^\/\.well-known\//;
/** The description of the API and its browser. */
const PUBLIC_DOCUMENTS = /^\/(docs|openapi\.(json|yaml))(\/|$)/;
/** Paths of answers that may hold credentials. */
const SECRETS = /\/(auth|oauth|api-keys|webhooks|identity-providers|account|unsubscribe|metrics)(\/|$)/;

/** Everything between a Nest application and one that can listen. The same for the service and for the tests. */
export async function configureApp(app: NestFastifyApplication, options: AppOptions): Promise<void> {
  const { env } = options;
  const adapter = app.getHttpAdapter() as unknown as HttpAdapter;
  const fastify = app.getHttpAdapter().getInstance();
  if (answersRequests(options)) app.get(RouteTable).watch(fastify);
  app.setGlobalPrefix(API_BASE, { exclude: ['healthz', 'readyz', 'metrics', '.well-known/*path'] });
  adapter.leaveBodies();
  const headers = await securityHeaders({
    frameguard: { action: 'deny' },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The API browser sets styles in its markup; nothing else of ours is a page.
        styleSrc: ["'self'", "'unsafe-inline'"],
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
  boundWaitingConnections(fastify, env.TRUST_PROXY);
  boundUnreadAnswers(fastify.server);
  registerHttpHooks(fastify, rateLimiter, app.get(CallerCount), app.get(Draining), headers, ESSENTIAL);
  observe(app, env);
  if (!answersRequests(options)) return serveProbesOnly(fastify);
  await registerCors(app, { origins: env.CORS_ORIGINS, pages: PAGES, metadata: METADATA }, rateLimiter);
  registerRequestLimits(fastify);
  registerLoadShedding(fastify, app.get(LoadShedder), rateLimiter);
  app.get(ArrivingBodies).watch(fastify, env.REQUEST_TIMEOUT_SECONDS * 1000);
  registerCompression(fastify, PUBLIC_DOCUMENTS, SECRETS);
  const usage = app.get(UsageMeter);
  fastify.addHook('onResponse', (request, _reply, done) => {
    const context = contextOf(request);
    const caller = context?.principal ?? context?.caller;
    if (caller) usage.count('requests', caller.organizationId);
    done();
  });
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
