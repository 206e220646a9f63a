import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PERMISSION_DESCRIPTIONS } from '../principal/permissions.js';
import { ErrorEnvelope } from '../errors/error.response.js';
import { SANDBOX_PATH } from '../sandbox/sandbox-base.js';
import { API_BASE } from '../http/http-adapter.js';
import { API_GROUPS } from './api-groups.js';

/** Of the interface: raised by a minor version once between releases that change it. The major version is that of the paths. */
const API_VERSION = '1.1.0';

/** Authorization code with PKCE (RFC 7636, S256). URLs are relative to the server. */
const OAUTH: Parameters<DocumentBuilder['addOAuth2']>[0] = {
  type: 'oauth2',
  flows: {
    authorizationCode: {
      authorizationUrl: `/${API_BASE}/oauth/authorize`,
      tokenUrl: `/${API_BASE}/oauth/token`,
      refreshUrl: `/${API_BASE}/oauth/token`,
      scopes: {
        ...PERMISSION_DESCRIPTIONS,
        openid: 'An id token (OpenID Connect)',
        profile: 'Who the user is and in which team, without the address',
        email: 'The address of the user',
        offline_access: 'Refresh tokens, for as long as the session lasts',
      },
    },
  },
};
const COMMON_ERRORS: Errors = {
  400: 'INVALID_REQUEST: a parameter or the body is wrong; `details.errors` names every field',
  406: 'NOT_ACCEPTABLE: the client does not take what this is answered as',
  414: 'URI_TOO_LONG: see `details.max_length`',
  429: 'RATE_LIMIT_EXCEEDED: see Retry-After',
  431: 'HEADERS_TOO_LARGE: see `details.max_bytes` or `details.max_headers`',
  500: 'INTERNAL_ERROR: quote the request id',
  503: 'SERVICE_UNAVAILABLE: the database, or too much to do; see Retry-After',
};
/** Errors of routes that name an object, accept a body, or support a header. */
const OBJECT_ERRORS: Errors = { 404: 'NOT_FOUND: no such object, or none that the caller may see' };
const BODY_ERRORS: Errors = {
  408: 'REQUEST_TIMEOUT: the body did not arrive in time',
  413: 'PAYLOAD_TOO_LARGE: see `details.max_bytes`',
  415: 'UNSUPPORTED_MEDIA_TYPE: see `details.supported`',
};
const HEADER_ERRORS: Record<string, Errors> = {
  'If-Match': { 412: 'PRECONDITION_FAILED: reason stale' },
  'Idempotency-Key': {
    409: 'CONFLICT: reason idempotency_key_in_use',
    422: 'UNPROCESSABLE: reason idempotency_key_reused',
  },
};

type Errors = Record<number, string>;
type Json = { [key: string]: unknown };
interface Schema {
  $ref?: string;
  required?: string[];
  minProperties?: number;
}
interface Operation {
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses?: Json;
  parameters?: { name: string; in: string }[];
}

/** The OpenAPI 3.1 description, which depends on the code alone. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Aviation Maintenance Knowledge Service')
    .setDescription('Find the right page of the right revision of a maintenance manual, and get answers that quote it.')
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(`/${API_BASE}`, 'canonical base')
    .addServer('/v1', 'the same routes')
    .addServer(`${SANDBOX_PATH}/${API_BASE}`, 'sandbox')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer')
    .addApiKey({ type: 'apiKey', name: 'X-API-Key', in: 'header' }, 'api_key')
    .addOAuth2(OAUTH, 'oauth2');
  for (const [tag, words] of API_GROUPS.flatMap(({ tags }) => Object.entries(tags))) config.addTag(tag, words);
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: [ErrorEnvelope],
    ignoreGlobalPrefix: true,
  });
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const operations of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      dropInferredResponses(operation);
      addErrors(method, operation);
      settleBody(operation, schemas);
    }
  }
  for (const schema of Object.values(schemas)) dropBorrowedDescription(schema as Json);
  const groups = API_GROUPS.map(({ name, tags }) => ({ name, tags: Object.keys(tags) }));
  return { ...(toOpenApi31(document) as OpenAPIObject), 'x-tagGroups': groups } as OpenAPIObject;
}

/** The compiler plugin adds a default response to those that our decorators declare. */
function dropInferredResponses({ responses = {} }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2') && (response as Json)['description'] === '') delete responses[status];
  }
}

/** The generator marks every body as required. A missing body is `{}`, so it is optional without required fields. */
function settleBody({ requestBody }: Operation, schemas: Record<string, Schema>): void {
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  const schema = schemas[name ?? ''];
  if (requestBody && schema) requestBody.required = Boolean(schema.required ?? schema.minProperties);
}

/** A named enumeration gets the description of the first field that uses it; that field keeps it, too. */
function dropBorrowedDescription(schema: Json): void {
  if ('enum' in schema) delete schema['description'];
}

/** Bodies are checked even where an operation ignores them. */
function addErrors(method: string, { responses, parameters = [] }: Operation): void {
  if (!responses) return;
  const applicable: Errors[] = [
    COMMON_ERRORS,
    ...(parameters.some((parameter) => parameter.in === 'path') ? [OBJECT_ERRORS] : []),
    ...(method === 'get' ? [] : [BODY_ERRORS]),
    ...parameters.map(({ name }) => HEADER_ERRORS[name] ?? {}),
  ];
  for (const [status, description] of applicable.flatMap((errors) => Object.entries(errors))) {
    responses[status] ??= {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
    };
  }
}

/** Nest's generator writes OpenAPI 3.0. In 3.1 `nullable` becomes a type, and a reference can have siblings instead of `allOf`. */
function toOpenApi31(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOpenApi31);
  if (typeof value !== 'object' || value === null) return value;
  const converted: Json = {};
  for (const [key, child] of Object.entries(value)) converted[key] = toOpenApi31(child);
  const { nullable, ...schema } = unwrapped(converted);
  if (nullable !== true) return nullable === undefined ? schema : { nullable, ...schema };
  if (Array.isArray(schema['enum'])) schema['enum'] = [...(schema['enum'] as unknown[]), null];
  if (typeof schema['type'] === 'string') return { ...schema, type: [schema['type'], 'null'] };
  return { oneOf: [schema, { type: 'null' }] };
}

function unwrapped({ allOf, ...schema }: Json): Json {
  const [only] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as Json[]) : [];
  return only && '$ref' in only ? { ...only, ...schema } : { ...(allOf !== undefined && { allOf }), ...schema };
}
