import type { FastifyRequest } from 'fastify';
import type { AppError } from '../errors/app-error.js';
import { SCIM_TYPE } from './body-type.decorator.js';

/** Base of the provisioning protocol of RFC 7644, which has its own media type, errors and credential header. */
export const SCIM_BASE = 'scim/v2';
export const SCIM_RESPONSE_TYPE = `${SCIM_TYPE}; charset=utf-8`;
export const SCIM_ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Causes that RFC 7644, 3.12 names; services give them as `reason`. */
const SCIM_TYPES = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
] as const;
export type ScimType = (typeof SCIM_TYPES)[number];

export function isScim({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith(`/${SCIM_BASE}/`);
}

export interface ScimError {
  schemas: string[];
  status: string;
  scimType?: ScimType;
  detail: string;
}

export function scimErrorOf(error: AppError): ScimError {
  const scimType = scimTypeOf(error);
  return {
    schemas: [SCIM_ERROR_SCHEMA],
    status: String(error.status),
    ...(scimType && { scimType }),
    detail: error.message,
  };
}

function scimTypeOf({ code, details }: AppError): ScimType | undefined {
  // Unique indexes report races.
  if (details['reason'] === 'already_exists') return 'uniqueness';
  const named = SCIM_TYPES.find((type) => type === details['reason']);
  return named ?? (code === 'INVALID_REQUEST' ? 'invalidSyntax' : undefined);
}
