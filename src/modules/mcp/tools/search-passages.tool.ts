import { Injectable } from '@nestjs/common';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Principal } from '../../../common/principal/principal.js';
import { QueryLog } from '../../../common/telemetry/query-log.js';
import { PageService } from '../../documents/page.service.js';
import { PassageResponse } from '../../search/dto/passage.response.js';
import { SearchDocumentsRequest } from '../../search/dto/search.request.js';
import { AircraftSearch } from '../../search/aircraft-search.service.js';
import { SearchService } from '../../search/search.service.js';
import {
  AIRCRAFT_ID,
  argumentsOf,
  FILTERS,
  flag,
  listOf,
  object,
  REMARKS,
  REQUEST_ID,
  text,
  whole,
} from './schemas.js';
import { describeSource, PASSAGE, sourceOf, withoutChangedText } from './sources.js';
import type { Tool, ToolDescription, ToolOutput } from './tool.js';

@Injectable()
export class SearchPassagesTool implements Tool<SearchDocumentsRequest> {
  readonly permissions: readonly Permission[] = ['document.search'];
  readonly isExpensive = true;
  readonly input = SearchDocumentsRequest;
  readonly description: ToolDescription = {
    name: 'search_passages',
    title: 'Search passages',
    description:
      'Searches the maintenance documents by words and meaning. Returns passages, best first, each with document, revision, page, verbatim quote (empty if a temporary revision changes the page), superseded flag and newer bulletins.',
    inputSchema: argumentsOf(
      {
        query: text('Words, a question, or an ATA, task, part or document number', { minLength: 1, maxLength: 1000 }),
        filters: FILTERS,
        mode: { enum: ['hybrid', 'keyword', 'semantic'], default: 'hybrid', description: 'How passages are compared' },
        aircraft_id: AIRCRAFT_ID,
        include_not_applicable: flag('With aircraft_id: also what does not apply, last'),
        limit: whole('Maximum passages', { minimum: 1, maximum: 100, default: 10 }),
      },
      'query',
    ),
    outputSchema: object({ passages: listOf(PASSAGE, 'Best first'), remarks: REMARKS, request_id: REQUEST_ID }),
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };

  constructor(
    private readonly search: SearchService,
    private readonly forAircraft: AircraftSearch,
    private readonly pages: PageService,
    private readonly queries: QueryLog,
  ) {}

  async run(principal: Principal, input: SearchDocumentsRequest): Promise<ToolOutput> {
    const { query, filters = {}, mode, limit, aircraft_id, include_not_applicable = false } = input;
    this.queries.note('search', query);
    const named = aircraft_id === undefined ? undefined : { aircraft_id, include_not_applicable };
    const { results, terms } = await this.forAircraft.findPassages(principal, { query, filters, mode, limit }, named);
    const found = results.map(({ passage }) => passage);
    const changes = await this.search.findChanges(principal, found);
    const places = await this.pages.findPlaces(principal, found);
    const passages = results.map((ranked, position) => {
      const options = { terms, changes: changes.get(ranked.passage.id) ?? [] };
      const passage = PassageResponse.of(ranked, position + 1, options);
      const { applicability, warnings } = passage;
      return withoutChangedText({ ...sourceOf(passage, places(passage)), applicability, warnings }, ranked.passage);
    });
    return {
      structured: { passages },
      summary: `Found ${passages.length} passages.`,
      data: passages.map((passage) => describeSource(passage, passage.warnings)).join('\n\n'),
    };
  }
}
