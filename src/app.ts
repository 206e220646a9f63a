import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { answersRequests, type AppOptions } from './app-options.js';
import { Draining } from './common/http/draining.js';
import { registerHttpHooks } from './common/http/http-hooks.js';
import { API_BASE, type HttpAdapter } from './common/http/http-adapter.js';
import { serveProbesOnly } from './common/http/probes-only.js';
import { RateLimiter } from './common/http/rate-limiter.js';
import { RouteTable } from './common/http/route-table.js';
import { securityHeaders } from './common/http/security-headers.js';
import { createOpenApiDocument } from './common/openapi/openapi-document.js';
import { UNSUBSCRIBE_PATH } from './modules/collaboration/notifications/unsubscribe/unsubscribe-path.js';
import { FORM_ROUTES } from './modules/oauth/server/oauth-paths.js';

/** Fields of an upload form at most, and bytes of one. */
const FORM_LIMITS = { fields: 20, fieldSize: 10_240, files: 1, parts: 21, headerPairs: 50 };

/** Everything between a Nest application and one that can listen. The same for the service and for the tests. */
export async function configureApp(app: NestFastifyApplication, options: AppOptions): Promise<void> {
  const { env } = options;
  const adapter = app.getHttpAdapter() as unknown as HttpAdapter;
  const fastify = app.getHttpAdapter().getInstance();
  if (answersRequests(options)) app.get(RouteTable).watch(fastify);
  app.setGlobalPrefix(API_BASE, { exclude: ['healthz', 'readyz', '.well-known/*path'] });
  adapter.registerJsonParser();
  adapter.registerFormParser(FORM_ROUTES, new RegExp(`^${UNSUBSCRIBE_PATH}$`));
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
  registerHttpHooks(fastify, app.get(RateLimiter), app.get(Draining), headers);
  if (!answersRequests(options)) return serveProbesOnly(fastify);
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
