import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { findExcess } from '../validation/json-bounds.js';
import { findUnusable } from '../validation/usable-input.js';
import { ArrivingBodies, hasBody } from './arriving-bodies.js';
import {
  BODY_TYPES,
  contentTypeRefused,
  FORM_TYPE,
  JSON_TYPE,
  LARGE_FORM,
  SCIM_TYPE,
} from '../http/body-type.decorator.js';

export const MAX_JSON_BYTES = 1_048_576;
/** Maximum bytes of a body, and fields of an HTML form. The largest form holds a security key's credential. */
const LIMITS = {
  bytes: { [JSON_TYPE]: MAX_JSON_BYTES, [SCIM_TYPE]: MAX_JSON_BYTES, [FORM_TYPE]: 65_536 } as Record<string, number>,
  largeForm: 262_144,
  fields: 100,
};
const BODILESS = new Set(['GET', 'HEAD']);

type Parse = (text: string, request: FastifyRequest) => Promise<unknown>;
/** By media type. Routes read other types themselves. */
const PARSERS: Readonly<Record<string, Parse | undefined>> = {
  [JSON_TYPE]: parseJson,
  [SCIM_TYPE]: parseJson,
  [FORM_TYPE]: parseForm,
};

/** Reads the body after all checks of headers, so that refused requests cannot make the service wait for a body. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly arriving: ArrivingBodies,
  ) {}

  /** @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_REQUEST; SERVICE_UNAVAILABLE (overload) */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { mediaType, raw } = request;
    const isSent = hasBody(raw);
    if (BODILESS.has(request.method) || (!isSent && mediaType === undefined)) return true;
    const places = [context.getHandler(), context.getClass()];
    const types = this.reflector.getAllAndOverride<string[] | undefined>(BODY_TYPES, places) ?? [JSON_TYPE];
    if (mediaType === undefined || !types.includes(mediaType)) throw contentTypeRefused(request, types);
    const parseBody = PARSERS[mediaType];
    if (!parseBody) return true;
    const isLarge = mediaType === FORM_TYPE && this.reflector.getAllAndOverride<boolean>(LARGE_FORM, places);
    const maxBytes = isLarge ? LIMITS.largeForm : LIMITS.bytes[mediaType]!;
    const read = (): Promise<string> => this.arriving.whileReading(request, () => readText(raw, maxBytes));
    request.body = await parseBody(isSent ? await read() : '', request);
    return true;
  }
}

async function readText(raw: IncomingMessage, maxBytes: number): Promise<string> {
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  // A complete body is available even if the client has disconnected.
  if (raw.complete) return ((raw.read() as Buffer | null) ?? '').toString('utf8');
  const chunks: Buffer[] = [];
  let length = 0;
  // An aborted stream must not close the connection, which still needs the response.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}

/** A strict JSON object within `INPUT_BOUNDS`, or an empty body, with which clients also send the content type (spec, part 1). */
function parseJson(text: string, request: FastifyRequest): Promise<object | undefined> {
  if (text === '') return Promise.resolve(undefined);
  const excess = findExcess(text);
  if (excess) return Promise.reject(AppError.invalid([excess]));
  return new Promise((resolve, reject) => {
    const refuse = (issue: string): void => reject(AppError.invalid([{ field: 'body', issue }]));
    // A key such as __proto__ is an error.
    void request.server.getDefaultJsonParser('error', 'error')(request, text, (error, value: unknown) => {
      if (error) return refuse('is not valid JSON');
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be a JSON object');
      const unusable = findUnusable(value, 'body');
      return unusable ? reject(AppError.invalid([unusable])) : resolve(value);
    });
  });
}

function parseForm(text: string): Promise<object> {
  return Promise.resolve({ ...parse(text, '&', '=', { maxKeys: LIMITS.fields }) });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The request body is too large', {
    reason: 'body',
    max_bytes: maxBytes,
  });
}
