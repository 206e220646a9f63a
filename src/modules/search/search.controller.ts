import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/auth/principal.js';
import { warnClient } from '../../common/http/request-context.js';
import { AnswersList } from '../../common/openapi/api-response.decorator.js';
import { pictureWarning } from '../../common/read-from-picture.js';
import { SearchDocumentsRequest } from './dto/search.request.js';
import { PassageResponse, SearchResultResponse } from './dto/search.response.js';
import { SearchService, type RankedPassage, type SearchRequest } from './search.service.js';
import { queryTerms } from './snippet.js';

@ApiTags('Search')
@Controller('search')
@Requires('document.search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  /** The best documents by words and meaning, each with the pages that match. */
  @Post('documents')
  @AnswersList(SearchResultResponse)
  async searchDocuments(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SearchDocumentsRequest,
  ): Promise<SearchResultResponse[]> {
    const terms = queryTerms(body.query);
    const found = await this.search.findDocuments(principal, toRequest(body));
    warnOfPictures(found.flatMap(({ passages }) => passages));
    return found.map((result) => SearchResultResponse.of(result, terms));
  }

  /** The best passages, each in the shape of a citation. */
  @Post('passages')
  @AnswersList(PassageResponse)
  async searchPassages(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SearchDocumentsRequest,
  ): Promise<PassageResponse[]> {
    const terms = queryTerms(body.query);
    const found = await this.search.findPassages(principal, toRequest(body));
    warnOfPictures(found);
    return found.map((ranked, index) => PassageResponse.from(ranked, index + 1, terms));
  }
}

function toRequest({ query, filters, mode, limit }: SearchDocumentsRequest): SearchRequest {
  return { query, filters: filters ?? {}, mode, limit };
}

/** Said once, of the least sure of what was found. */
function warnOfPictures(found: readonly RankedPassage[]): void {
  const read = found.flatMap(({ passage }) => passage.ocr_confidence ?? []);
  if (read.length > 0) warnClient(pictureWarning(Math.min(...read)));
}
