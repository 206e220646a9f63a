import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../../common/auth/current-principal.decorator.js';
import { downloadName } from '../../../../common/files/download-name.js';
import { sendFile } from '../../../../common/files/send-file.js';
import { RawResponse } from '../../../../common/http/raw-response.decorator.js';
import { IdPipe } from '../../../../common/ids/id.pipe.js';
import { Answers, AnswersFile, AnswersNothing } from '../../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../../common/openapi/fails.decorator.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { PictureRequest, TakesPicture } from '../../../documents/dto/picture.request.js';
import { DiscrepancyPictureResponse } from '../dto/discrepancy-picture.response.js';
import { EditableReportInterceptor } from './editable-report.interceptor.js';
import { DiscrepancyPictures } from './picture.service.js';

const PICTURE_TYPES = ['image/png', 'image/jpeg'];
const ReportId = (): ParameterDecorator => Param('id', new IdPipe('discrepancy'));
const PictureId = (): ParameterDecorator => Param('picture_id', new IdPipe('discrepancy_picture'));

@ApiTags('Discrepancies')
@Controller('discrepancies/:id/pictures')
export class DiscrepancyPictureController {
  constructor(private readonly pictures: DiscrepancyPictures) {}

  /** Adds a picture to a report, which can have ten. */
  @Post()
  @Requires(['discrepancy.create', 'document.view'])
  @TakesPicture()
  // Listed below @TakesPicture() to run before it.
  @UseInterceptors(EditableReportInterceptor)
  @Fails('FORBIDDEN', 'not_reporter')
  @Fails('CONFLICT', 'not_open', 'too_many_pictures', 'idempotency_key_in_use')
  @Fails('UNPROCESSABLE', 'idempotency_key_reused', 'malware')
  @Fails('SERVICE_UNAVAILABLE', 'database', 'storage', 'overload')
  @Answers(HttpStatus.CREATED, DiscrepancyPictureResponse)
  async addDiscrepancyPicture(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @Body() body: PictureRequest,
  ): Promise<DiscrepancyPictureResponse> {
    const picture = await this.pictures.add(principal, id, body);
    return DiscrepancyPictureResponse.from({ ...picture, created_at: picture.created_at.toISOString() });
  }

  /** Downloads a picture. */
  @Get(':picture_id')
  @Requires('document.view')
  @RawResponse()
  @AnswersFile(HttpStatus.OK, 'the whole picture', PICTURE_TYPES)
  @AnswersFile(HttpStatus.PARTIAL_CONTENT, 'the part asked for', PICTURE_TYPES)
  @ApiResponse({ status: 304, description: 'the client has the picture' })
  @Fails('RANGE_NOT_SATISFIABLE', 'range')
  async getDiscrepancyPicture(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @PictureId() pictureId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const picture = await this.pictures.get(principal, id, pictureId);
    const { size, media_type: mediaType, file_name, content_sha256 } = picture;
    await sendFile(request, reply, {
      ...{ size, mediaType, fileName: downloadName(file_name, mediaType), etag: `"${content_sha256}"` },
      open: (range) => this.pictures.open(picture, range),
    });
  }

  /** Deletes a picture. */
  @Delete(':picture_id')
  @Requires(['discrepancy.create', 'document.view'])
  @Fails('FORBIDDEN', 'not_reporter')
  @Fails('CONFLICT', 'not_open')
  @AnswersNothing()
  deleteDiscrepancyPicture(
    @CurrentPrincipal() principal: Principal,
    @ReportId() id: string,
    @PictureId() pictureId: string,
  ): Promise<void> {
    return this.pictures.remove(principal, id, pictureId);
  }
}
