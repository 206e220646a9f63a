import { Controller, Delete, Get, HttpStatus, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { RawResponse } from '../../../common/http/raw-response.decorator.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { sendFile } from '../../../common/files/send-file.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersRanges, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import type { Page } from '../../../common/pagination/page.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { OrganizationExportResponse } from './dto/organization-export.response.js';
import { OrganizationExportService } from './organization-export.service.js';

const ZIP = 'application/zip';
@ApiTags('System')
@Controller('organization/exports')
export class OrganizationExportController {
  constructor(private readonly exports: OrganizationExportService) {}

  /**
   * Creates an archive of all data of the organization.
   *
   * @remarks Contains rows and files, including private comments and conversations, but no secrets. It is created in
   * the background and kept for seven days.
   */
  @Post()
  @Requires('system.settings', { session: true, freshProof: true })
  @RefusalsRecorded('organization.export_requested', 'organization_export')
  @Idempotent()
  @Fails('CONFLICT', 'export_running', 'too_many_exports', 'idempotency_key_in_use')
  @Answers(HttpStatus.ACCEPTED, OrganizationExportResponse)
  async createOrganizationExport(@CurrentPrincipal() principal: Principal): Promise<OrganizationExportResponse> {
    return OrganizationExportResponse.from(await this.exports.request(principal));
  }

  /** Lists the organization's exports, newest first. */
  @Get()
  @Requires('system.settings', { session: true })
  @AnswersPage(OrganizationExportResponse)
  async listOrganizationExports(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<OrganizationExportResponse>> {
    return (await this.exports.list(principal, query)).map((made) => OrganizationExportResponse.from(made));
  }

  /** Returns an export. */
  @Get(':id')
  @Requires('system.settings', { session: true })
  @Answers(HttpStatus.OK, OrganizationExportResponse)
  async getOrganizationExport(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('organization_export')) id: string,
  ): Promise<OrganizationExportResponse> {
    return OrganizationExportResponse.from(await this.exports.get(principal, id));
  }

  /** Downloads the archive, or a byte range of it. */
  @Get(':id/content')
  @Requires('system.settings', { session: true, freshProof: true })
  @RawResponse()
  @AnswersRanges('archive', [ZIP])
  @Fails('CONFLICT', 'not_ready')
  @Fails('RANGE_NOT_SATISFIABLE', 'range')
  async getOrganizationExportContent(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('organization_export')) id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const made = await this.exports.getReady(principal, id);
    await sendFile(request, reply, {
      size: Number(made.content_size),
      mediaType: ZIP,
      fileName: `${made.id}.zip`,
      etag: `"${made.content_sha256}"`,
      open: (range) => this.exports.open(made, range),
    });
  }

  /** Deletes an export with its archive, or cancels it. */
  @Delete(':id')
  @Requires('system.settings', { session: true })
  @RefusalsRecorded('organization.export_deleted', 'organization_export')
  @AnswersNothing()
  deleteOrganizationExport(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('organization_export')) id: string,
  ): Promise<void> {
    return this.exports.delete(principal, id);
  }
}
