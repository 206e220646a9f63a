import { applyDecorators, Controller, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../common/auth/access.decorator.js';
import { TakesForm } from '../../../common/http/body-type.decorator.js';
import { CountedAsPage } from '../../../common/limits/limit.decorators.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { InSandbox } from '../../../common/sandbox/in-sandbox.decorator.js';
import { PageErrorFilter } from './page-error.filter.js';

/** A controller of public HTML pages, including its error pages. */
export const HtmlController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(path),
    ApiExcludeController(),
    InSandbox('refused'),
    Public(),
    RawResponse(),
    CountedAsPage(),
    TakesForm(),
    UseFilters(PageErrorFilter),
  );
