import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { sendFile } from '../../common/files/send-file.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers, AnswersRanges, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import { PageQuery } from '../../common/pagination/page-query.js';
import type { Principal } from '../../common/principal/principal.js';
import { CreateOfflinePackageRequest } from './dto/offline-package.request.js';
import { OfflinePackageResponse, OfflinePackageSummaryResponse } from './dto/offline-package.response.js';
import { OfflinePackageService } from './offline-package.service.js';
import { OUTDATED_REASONS } from './dto/package-states.js';

const ZIP = 'application/zip';
const PackageId = (): ParameterDecorator => Param('id', new IdPipe('offline_package'));

@ApiTags('Offline packages')
@Controller('offline-packages')
@Requires('document.view')
export class OfflinePackageController {
  constructor(private readonly packages: OfflinePackageService) {}

  /** Lists the caller's packages, newest first. Those with documents that the caller can no longer see are left out. */
  @Get()
  @AnswersPage(OfflinePackageSummaryResponse)
  async listOfflinePackages(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<OfflinePackageSummaryResponse>> {
    return (await this.packages.list(principal, query)).map((made) => OfflinePackageSummaryResponse.from(made));
  }

  /**
   * Makes a signed ZIP file of documents that a browser opens and searches without a network.
   *
   * @remarks Made in the background. Each page is marked for each aircraft; documents that apply to none of them are left out. With
   * `base_package_id`, the file contains only what differs.
   */
  @Post()
  @Expensive()
  @RefusalsRecorded('offline_package.requested', 'offline_package')
  @Idempotent()
  @Fails(
    'CONFLICT',
    'not_ready',
    'revision_not_active',
    ...OUTDATED_REASONS,
    'temporary_revision_not_chosen',
    'temporary_revision_not_in_force',
    'package_building',
    'too_many_packages',
    'too_many_building',
    'packages_too_large',
    'idempotency_key_in_use',
  )
  @Fails('UNPROCESSABLE', 'not_applicable', 'too_large', 'idempotency_key_reused')
  @Answers(HttpStatus.ACCEPTED, OfflinePackageResponse)
  async createOfflinePackage(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateOfflinePackageRequest,
  ): Promise<OfflinePackageResponse> {
    return OfflinePackageResponse.from(await this.packages.request(principal, body));
  }

  /** Returns a package of the caller, with what became of its revisions since. */
  @Get(':id')
  @Answers(HttpStatus.OK, OfflinePackageResponse)
  async getOfflinePackage(
    @CurrentPrincipal() principal: Principal,
    @PackageId() id: string,
  ): Promise<OfflinePackageResponse> {
    return OfflinePackageResponse.from(await this.packages.get(principal, id));
  }

  /** Downloads the package, or a byte range of it. */
  @Get(':id/file')
  @RawResponse()
  @AnswersRanges('package', [ZIP])
  @Fails('CONFLICT', 'not_ready')
  @Fails('GONE', ...OUTDATED_REASONS, 'package_expired')
  @Fails('RANGE_NOT_SATISFIABLE', 'range')
  async getOfflinePackageFile(
    @CurrentPrincipal() principal: Principal,
    @PackageId() id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const made = await this.packages.getReady(principal, id);
    await sendFile(request, reply, {
      size: Number(made.content_size),
      mediaType: ZIP,
      fileName: `${made.id}.zip`,
      etag: `"${made.content_sha256}"`,
      open: (range) => this.packages.open(principal, made, range),
    });
  }

  /** Deletes a package with its file, or cancels it. Copies on devices stay until they expire. */
  @Delete(':id')
  @RefusalsRecorded('offline_package.deleted', 'offline_package')
  @AnswersNothing()
  deleteOfflinePackage(@CurrentPrincipal() principal: Principal, @PackageId() id: string): Promise<void> {
    return this.packages.delete(principal, id);
  }
}
