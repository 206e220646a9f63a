import { Controller, Get, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { ListPartsQuery, PartQuery } from './dto/part.request.js';
import { PartDetailResponse } from './dto/part-detail.response.js';
import { PartResponse } from './dto/part.response.js';
import { PartService } from './part.service.js';

@ApiTags('Parts')
@Controller('parts')
@Requires('document.view')
export class PartController {
  constructor(private readonly parts: PartService) {}

  /**
   * Lists rows of the parts lists in current documents, in the order of filing and of the document.
   *
   * @remarks The lists of a revision are read shortly after it becomes current, or when `document_id` names its document. `not_ready`: it is being
   * read, which takes minutes for a large catalog. Repeat the request later.
   */
  @Get()
  @Expensive()
  @Fails('NOT_FOUND')
  @Fails('CONFLICT', 'not_ready')
  @Fails('UNPROCESSABLE', 'too_many_conditions')
  @AnswersPage(PartResponse)
  async listParts(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListPartsQuery,
  ): Promise<Page<PartResponse>> {
    return (await this.parts.list(principal, query)).map((part) => PartResponse.from(part));
  }

  /** Returns a row of a parts list: its place on the page, its assembly, what replaces the part, and where else it is used. */
  @Get(':id')
  @Answers(HttpStatus.OK, PartDetailResponse)
  async getPart(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('part')) id: string,
    @Query() { used_on }: PartQuery,
  ): Promise<PartDetailResponse> {
    return PartDetailResponse.from(await this.parts.get(principal, id, used_on));
  }
}
