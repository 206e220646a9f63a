import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Requires } from '../../../../common/auth/access.decorator.js';
import { TakesScim } from '../../../../common/http/body-type.decorator.js';
import { RawResponse } from '../../../../common/http/raw-response.decorator.js';
import { SCIM_BASE } from '../../../../common/http/scim-error.js';
import { InSandbox } from '../../../../common/sandbox/in-sandbox.decorator.js';
import { ScimResponseInterceptor } from './scim-response.interceptor.js';

/** A controller of RFC 7644. SCIM describes itself, so its routes are not in the OpenAPI document. */
export const ScimController = (path: string): ClassDecorator =>
  applyDecorators(
    ApiExcludeController(),
    InSandbox('refused'),
    Controller(`${SCIM_BASE}/${path}`),
    Requires('directory.manage'),
    RawResponse(),
    TakesScim(),
    UseInterceptors(ScimResponseInterceptor),
  );
