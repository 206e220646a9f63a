import { applyDecorators, HttpCode, HttpStatus, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiResponse,
  getSchemaPath,
  type ApiResponseNoStatusOptions,
  ApiSchema,
  type ApiSchemaOptions,
} from '@nestjs/swagger';
import { ErrorEnvelope, MetaResponse } from '../errors/error.response.js';
import { EVENT_STREAM } from '../streams/accept.js';
import { PaginationResponse } from '../pagination/pagination.response.js';

const envelope = (data: object, extra: Record<string, object> = {}) => ({
  type: 'object',
  required: ['success', 'data', ...Object.keys(extra), 'meta'],
  additionalProperties: false,
  properties: {
    success: { type: 'boolean', enum: [true] },
    data,
    ...extra,
    meta: { $ref: getSchemaPath(MetaResponse) },
  },
});

function answers(status: HttpStatus, models: Type[], schema: object): MethodDecorator & ClassDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(MetaResponse, ErrorEnvelope, ...models),
    ApiResponse({ status, description: 'success', schema }),
  );
}

const refs = (models: Type[]): object =>
  models.length === 1 && models[0]
    ? { $ref: getSchemaPath(models[0]) }
    : { oneOf: models.map((model) => ({ $ref: getSchemaPath(model) })) };

/** Status and `data` of the enveloped response; with several shapes, any of them. */
export const Answers = (status: HttpStatus, ...models: Type[]): MethodDecorator =>
  answers(status, models, envelope(refs(models)));

/** `data` is a list without pagination. */
export const AnswersList = (model: Type, status = HttpStatus.OK): MethodDecorator =>
  answers(status, [model], envelope({ type: 'array', items: refs([model]) }));

/** `data` is a page of a list, with `pagination`. */
export const AnswersPage = (model: Type): MethodDecorator =>
  answers(
    HttpStatus.OK,
    [model, PaginationResponse],
    envelope({ type: 'array', items: refs([model]) }, { pagination: { $ref: getSchemaPath(PaginationResponse) } }),
  );

/** Events of a stream by name, with the shape of `id`, `event` and `data`. */
export type EventModels = Readonly<Record<string, Type>>;

/** OpenAPI 3.1 cannot describe sequences: the schema of a stream is that of one event, as generators expect. */
function eventsOf(models: EventModels): object {
  const mapping = Object.fromEntries(Object.entries(models).map(([name, model]) => [name, getSchemaPath(model)]));
  const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
  const description = 'Of each event. On the wire `data` is one line of JSON.';
  return { schema: { description, oneOf, discriminator: { propertyName: 'event', mapping } } };
}

/** The envelope, or an event stream for clients that prefer it by `Accept`. */
export const AnswersOrStreams = (status: HttpStatus, model: Type, events: EventModels): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    ApiExtraModels(MetaResponse, ErrorEnvelope, model, ...Object.values(events)),
    ApiResponse({
      status,
      description: 'success',
      content: { 'application/json': { schema: envelope(refs([model])) }, [EVENT_STREAM]: eventsOf(events) },
    }),
  );

export const AnswersEvents = (status: HttpStatus, events: EventModels): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    ApiExtraModels(...Object.values(events)),
    ApiResponse({ status, description: 'success', content: { [EVENT_STREAM]: eventsOf(events) } }),
  );

/** A file of one of these media types, without the envelope. Errors are JSON. */
export const AnswersFile = (
  status: HttpStatus,
  description: string,
  mediaTypes: readonly string[],
  headers: NonNullable<ApiResponseNoStatusOptions['headers']> = {},
): MethodDecorator => {
  const schemaOf = (type: string): object =>
    type === 'application/json' ? { type: 'object' } : { type: 'string', format: 'binary' };
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOf(type) }]));
  return ApiResponse({ status, description, headers, content });
};

export const AnswersNothing = (): MethodDecorator =>
  applyDecorators(HttpCode(HttpStatus.NO_CONTENT), ApiNoContentResponse({ description: 'done' }));

/** The body requires at least one of its optional fields. The generator copies `minProperties`, although its types lack it. */
export const NeedsAField = (): ClassDecorator => ApiSchema({ minProperties: 1 } as ApiSchemaOptions);

/** A file, or the byte range of it that `Range` asks for. @param what as descriptions name it: `file`, `archive` */
export const AnswersRanges = (
  what: string,
  mediaTypes: readonly string[],
  headers?: ApiResponseNoStatusOptions['headers'],
): MethodDecorator =>
  applyDecorators(
    ApiResponse({
      status: HttpStatus.NOT_MODIFIED,
      description: `the client has the ${what}`,
      ...(headers && { headers }),
    }),
    AnswersFile(HttpStatus.PARTIAL_CONTENT, 'the part asked for', mediaTypes, headers),
    AnswersFile(HttpStatus.OK, `the whole ${what}`, mediaTypes, headers),
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETags of what the client has' }),
    ApiHeader({
      name: 'If-Range',
      required: false,
      description: 'The ETag that Range is of; for another, the whole file',
    }),
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes, such as bytes=0-1023' }),
  );
