import { applyDecorators, HttpCode, HttpStatus, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiNoContentResponse,
  ApiResponse,
  getSchemaPath,
  type ApiResponseNoStatusOptions,
} from '@nestjs/swagger';
import { ErrorEnvelope, MetaResponse } from '../errors/error.response.js';
import { EVENT_STREAM } from '../http/accept.js';
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

/** The answer's status and, enveloped, the shape of its `data` (any of several when more are given). */
export const Answers = (status: HttpStatus, ...models: Type[]): MethodDecorator =>
  answers(status, models, envelope(refs(models)));

/** `data` is an unpaginated list. */
export const AnswersList = (model: Type, status = HttpStatus.OK): MethodDecorator =>
  answers(status, [model], envelope({ type: 'array', items: refs([model]) }));

/** `data` is one page of a list, beside `pagination`. */
export const AnswersPage = (model: Type): MethodDecorator =>
  answers(
    HttpStatus.OK,
    [model, PaginationResponse],
    envelope({ type: 'array', items: refs([model]) }, { pagination: { $ref: getSchemaPath(PaginationResponse) } }),
  );

const ANSWER_EVENTS = 'Events message.delta, citation, warning and, at the end, message.done or error; each with an id';

const events = (description: string): object => ({ schema: { type: 'string', description } });

/** Enveloped, or the events of its making for those who prefer that by `Accept`. */
export const AnswersOrStreams = (status: HttpStatus, model: Type): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    ApiExtraModels(MetaResponse, ErrorEnvelope, model),
    ApiResponse({
      status,
      description: 'success',
      content: { 'application/json': { schema: envelope(refs([model])) }, [EVENT_STREAM]: events(ANSWER_EVENTS) },
    }),
  );

/** A stream of events: an answer's, unless described otherwise. */
export const AnswersEvents = (status: HttpStatus, description = ANSWER_EVENTS): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    ApiResponse({ status, description: 'success', content: { [EVENT_STREAM]: events(description) } }),
  );

/** A file of one of these media types, outside the envelope. Only the file: errors are JSON, as everywhere. */
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

/** 204 without a body. */
export const AnswersNothing = (): MethodDecorator =>
  applyDecorators(HttpCode(HttpStatus.NO_CONTENT), ApiNoContentResponse({ description: 'done' }));
