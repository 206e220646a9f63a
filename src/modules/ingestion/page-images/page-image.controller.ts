import { Controller, Get, HttpStatus, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { Expensive } from '../../../common/limits/limit.decorators.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { AnswersFile } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageNumber } from '../../../common/http/page-number.decorator.js';
import { REVISION_STATUS_HEADER, TEMPORARY_REVISION_HEADER } from '../../documents/dto/revision-status.js';
import { PageImageQuery } from './dto/page-image.request.js';
import { PageImageService } from './page-image.service.js';
import { sendPageImage } from './send-page-image.js';

const PAGE_HEADERS = { ...REVISION_STATUS_HEADER, ...TEMPORARY_REVISION_HEADER };

@ApiTags('Documents')
@Controller('documents/:id')
export class PageImageController {
  constructor(private readonly images: PageImageService) {}

  /** Returns an image of the page: rendered from the file, or typeset from its text if the file has no pages. */
  @Get('pages/:number/image')
  @Expensive()
  @ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1 }, description: 'Physical page, counted from 1' })
  @Requires('document.view')
  @RawResponse()
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an image that the client has' })
  @AnswersFile(HttpStatus.OK, 'the image', ['image/webp', 'image/png'], PAGE_HEADERS)
  @ApiResponse({ status: 304, description: 'the client has it', headers: PAGE_HEADERS })
  @Fails('UNPROCESSABLE', 'not_drawable')
  @Fails('SERVICE_UNAVAILABLE', 'overload', 'drawing_ended')
  async getPageImage(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @PageNumber() number: number,
    @Query() query: PageImageQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPageImage(request, reply, await this.images.getImage(principal, id, number, query));
  }
}
