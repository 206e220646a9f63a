import { applyDecorators, HttpCode, HttpStatus, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { FORM_TYPE } from '../../../common/http/body-type.decorator.js';
import { ErrorEnvelope } from '../../../common/errors/error.response.js';
import { OAuthErrorResponse } from './dto/oauth-endpoint.response.js';

type Fields = Record<string, { description: string; required?: true; enum?: string[] }>;

const FAILURES: [HttpStatus, string][] = [
  [HttpStatus.UNAUTHORIZED, 'invalid_client or invalid_token; see WWW-Authenticate'],
  [HttpStatus.FORBIDDEN, 'insufficient_scope'],
  [HttpStatus.TOO_MANY_REQUESTS, 'temporarily_unavailable: see Retry-After'],
  [HttpStatus.INTERNAL_SERVER_ERROR, 'server_error: include the request id in support requests'],
  [HttpStatus.SERVICE_UNAVAILABLE, 'temporarily_unavailable: see Retry-After'],
];

/** OpenAPI responses of a protocol endpoint, in the shapes of the RFCs. */
export const OAuthAnswers = (model?: Type): MethodDecorator =>
  applyDecorators(
    HttpCode(HttpStatus.OK),
    ApiExtraModels(OAuthErrorResponse, ErrorEnvelope, ...(model ? [model] : [])),
    ApiResponse({ status: HttpStatus.OK, description: 'success', ...(model && { type: model }) }),
    ApiResponse({
      status: HttpStatus.BAD_REQUEST,
      description:
        'invalid_request, invalid_grant, invalid_scope, unsupported_grant_type; with the envelope if the body is not a form',
      schema: { oneOf: [OAuthErrorResponse, ErrorEnvelope].map((model) => ({ $ref: getSchemaPath(model) })) },
    }),
    ...FAILURES.map(([status, description]) => ApiResponse({ status, description, type: OAuthErrorResponse })),
  );

/** OpenAPI body of an endpoint. Confidential clients authenticate by HTTP Basic or in the form. */
export const OAuthForm = (fields: Fields): MethodDecorator => {
  const all: Fields = {
    ...fields,
    client_id: { description: 'For a public client, or one that sends its secret here' },
    client_secret: { description: 'For a confidential client without HTTP Basic' },
  };
  const properties = Object.entries(all).map(([name, { required: _, ...field }]) => [
    name,
    { type: 'string', ...field },
  ]);
  return applyDecorators(
    ApiConsumes(FORM_TYPE),
    ApiResponse({
      status: HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      description: 'invalid_request: the body is not a form; with the envelope if the content type cannot be parsed',
      schema: { oneOf: [OAuthErrorResponse, ErrorEnvelope].map((model) => ({ $ref: getSchemaPath(model) })) },
    }),
    ApiBody({
      schema: {
        type: 'object',
        required: Object.keys(fields).filter((name) => fields[name]?.required),
        properties: Object.fromEntries(properties) as Record<string, object>,
      },
    }),
  );
};
