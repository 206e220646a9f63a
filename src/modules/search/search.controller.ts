import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../common/principal/principal.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { warnClient } from '../../common/context/request-context.js';
import { AnswersList } from '../../common/openapi/api-response.decorator.js';
import { pictureWarning } from '@amks/reader/ocr/read-from-picture.js';
import { QueryLog } from '../../common/telemetry/query-log.js';
import { PassageResponse } from './dto/passage.response.js';
import { SearchDocumentsRequest, SuggestQuery } from './dto/search.request.js';
import { CompletionResponse, SearchResultResponse } from './dto/search.response.js';
import { AircraftSearch } from './aircraft-search.service.js';
import type { ForAircraft } from './search.types.js';
import { SearchService, type SearchRequest } from './search.service.js';
import { SuggestionService } from './suggestions/suggestion.service.js';

@ApiTags('Search')
@Controller('search')
@Requires('document.search')
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly forAircraft: AircraftSearch,
    private readonly suggestions: SuggestionService,
    private readonly queries: QueryLog,
  ) {}

  /**
   * Searches documents by words and meaning. Each result has its best pages and the newer bulletins that may change
   * them.
   */
  @Post('documents')
  @Expensive()
  @AnswersList(SearchResultResponse)
  async searchDocuments(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SearchDocumentsRequest,
  ): Promise<SearchResultResponse[]> {
    this.queries.note('search', body.query);
    const { results, terms } = await this.forAircraft.findDocuments(principal, toRequest(body), aircraftOf(body));
    warnOfPictures(results.flatMap(({ matches }) => matches.map(({ match }) => match)));
    return results.map((result) => SearchResultResponse.of(result, terms));
  }

  /** Searches passages. Each result has the shape of a citation. */
  @Post('passages')
  @Expensive()
  @AnswersList(PassageResponse)
  async searchPassages(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SearchDocumentsRequest,
  ): Promise<PassageResponse[]> {
    this.queries.note('search', body.query);
    const { results, terms } = await this.forAircraft.findPassages(principal, toRequest(body), aircraftOf(body));
    const passages = results.map(({ passage }) => passage);
    const changes = await this.search.findChanges(principal, passages);
    warnOfPictures(passages);
    return results.map((ranked, index) =>
      PassageResponse.of(ranked, index + 1, { terms, changes: changes.get(ranked.passage.id) ?? [] }),
    );
  }

  /** Completes what was typed: titles, document numbers, headings, part numbers. */
  @Get('suggest')
  @Expensive()
  @AnswersList(CompletionResponse)
  async suggest(
    @CurrentPrincipal() principal: Principal,
    @Query() { q, limit }: SuggestQuery,
  ): Promise<CompletionResponse[]> {
    this.queries.note('suggest', q);
    const found = await this.suggestions.suggest(principal, q, limit);
    return found.map((suggestion) => CompletionResponse.from(suggestion));
  }
}

function toRequest({ query, filters, mode, limit }: SearchDocumentsRequest): SearchRequest {
  return { query, filters: filters ?? {}, mode, limit };
}

function aircraftOf({ aircraft_id, include_not_applicable }: SearchDocumentsRequest): ForAircraft | undefined {
  return aircraft_id === undefined ? undefined : { aircraft_id, include_not_applicable };
}

/** Warns once, of the least certain text. */
function warnOfPictures(found: readonly { ocr_confidence: number | null }[]): void {
  const read = found.flatMap(({ ocr_confidence: confidence }) => confidence ?? []);
  if (read.length > 0) warnClient(pictureWarning(Math.min(...read)));
}
