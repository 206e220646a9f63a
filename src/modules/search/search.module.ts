import { Module } from '@nestjs/common';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { AircraftSearch } from './aircraft-search.service.js';
import { ChangeFinder } from './changes/change-finder.js';
import { ChangeRepository } from './changes/change.repository.js';
import { SearchEventHandlers } from './search-event-handlers.js';
import { IndexUpdater } from './index/index-updater.js';
import { IndexSync } from './index/index-sync.js';
import { IndexSourceRepository } from './index/index-source.repository.js';
import { ModelReindexer } from './index/model-reindexer.js';
import { CandidateSearch } from './candidate-search.js';
import { QueryVectors } from './query-vectors.js';
import { IndexReaderRepository } from './index/index-reader.repository.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';
import { SearchTermKeeper } from './suggestions/search-term-keeper.js';
import { IndexMetrics } from './index/index-metrics.js';
import { SearchTermRepository } from './suggestions/search-term.repository.js';
import { SuggestionService } from './suggestions/suggestion.service.js';
import { OrganizationSettingsModule } from '../settings/organization-settings.module.js';
import { SynonymLists } from './synonym-lists.js';

@Module({
  imports: [OrganizationSettingsModule, DocumentModule, ApplicabilityModule],
  controllers: [SearchController],
  providers: [
    SearchService,
    AircraftSearch,
    SearchRepository,
    CandidateSearch,
    QueryVectors,
    IndexSync,
    IndexUpdater,
    ModelReindexer,
    IndexSourceRepository,
    IndexReaderRepository,
    ChangeFinder,
    ChangeRepository,
    SuggestionService,
    SearchTermRepository,
    SearchTermKeeper,
    SynonymLists,
    SearchEventHandlers,
    IndexMetrics,
  ],
  exports: [SearchService, AircraftSearch],
})
export class SearchModule {}
