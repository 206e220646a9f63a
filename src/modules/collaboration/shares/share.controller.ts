import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../common/principal/principal.js';
import { IfMatch } from '../../../common/http/if-match.js';
import { RefusalsRecorded } from '../../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../../common/ids/id.pipe.js';
import { Answers, AnswersList, AnswersNothing, AnswersPage } from '../../../common/openapi/api-response.decorator.js';
import { Fails } from '../../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import { DocumentAccessService } from './document-access.service.js';
import { DocumentAccessResponse } from './dto/document-access.response.js';
import { CreateSharesRequest, UpdateShareRequest } from './dto/share.request.js';
import { ReceivedShareResponse, ShareResponse } from './dto/share.response.js';
import { ShareReplayInterceptor } from './share-replay.interceptor.js';
import { ShareService } from './share.service.js';

@ApiTags('Collaboration')
@Controller()
export class ShareController {
  constructor(
    private readonly shares: ShareService,
    private readonly access: DocumentAccessService,
  ) {}

  /**
   * Lists the unexpired shares of a document, newest first. A caller who sees it through shares only gets those given
   * by or to them.
   */
  @Get('documents/:id/shares')
  @Requires('document.share')
  @AnswersPage(ShareResponse)
  async listShares(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<ShareResponse>> {
    return (await this.shares.list(principal, id, query)).map((share) => ShareResponse.from(share));
  }

  /**
   * Shares a document with users and teams of the organization. A caller who sees it through shares only cannot exceed
   * what one of these allows, nor its expiry: 403 `exceeds_share`.
   */
  @Post('documents/:id/shares')
  @Requires('document.share')
  @RefusalsRecorded('share.created', 'document')
  @Idempotent()
  @UseInterceptors(ShareReplayInterceptor)
  @Fails('CONFLICT', 'too_many_shares', 'idempotency_key_in_use')
  @AnswersList(ShareResponse, HttpStatus.CREATED)
  async createShares(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Body() body: CreateSharesRequest,
  ): Promise<ShareResponse[]> {
    return (await this.shares.create(principal, id, body)).map((share) => ShareResponse.from(share));
  }

  /** Lists who can see a document, and why. For callers to whom it is open, else 403 `shared_only`. */
  @Get('documents/:id/access')
  @Requires('document.share')
  @AnswersPage(DocumentAccessResponse)
  async listDocumentAccess(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<DocumentAccessResponse>> {
    return (await this.access.list(principal, id, query)).map((reader) => DocumentAccessResponse.from(reader));
  }

  /** Lists shares with the caller or their team, newest first. */
  @Get('shares/received')
  @Requires('document.view')
  @AnswersPage(ReceivedShareResponse)
  async listReceivedShares(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<ReceivedShareResponse>> {
    return (await this.shares.listReceived(principal, query)).map((share) => ReceivedShareResponse.from(share));
  }

  /** Returns a share. */
  @Get('shares/:id')
  @Requires('document.share')
  @Answers(HttpStatus.OK, ShareResponse)
  async getShare(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('share')) id: string,
  ): Promise<ShareResponse> {
    return ShareResponse.from(await this.shares.get(principal, id));
  }

  /**
   * Updates a share, and limits the shares based on it. For its creator and managers of the document (403
   * `not_sharer`), within the share that it is based on (403 `exceeds_share`).
   */
  @Patch('shares/:id')
  @Requires('document.share')
  @RefusalsRecorded('share.updated', 'share')
  @Answers(HttpStatus.OK, ShareResponse)
  async updateShare(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('share')) id: string,
    @Body() body: UpdateShareRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<ShareResponse> {
    return ShareResponse.from(await this.shares.update(principal, id, body, ifMatch));
  }

  /**
   * Deletes a share and all shares based on it. For its creator, managers of the document, and its recipient (403
   * `not_sharer`).
   */
  @Delete('shares/:id')
  @Requires('document.share')
  @RefusalsRecorded('share.deleted', 'share')
  @AnswersNothing()
  deleteShare(@CurrentPrincipal() principal: Principal, @Param('id', new IdPipe('share')) id: string): Promise<void> {
    return this.shares.remove(principal, id);
  }
}
