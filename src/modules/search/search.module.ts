import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { ChangeFinder } from './changes/change-finder.js';
import { ChangeRepository } from './changes/change.repository.js';
import { ErasedOrganizations } from './erased-organizations.js';
import { IndexFiller } from './index-filler.js';
import { IndexFollower } from './index-follower.js';
import { IndexSourceRepository } from './index-source.repository.js';
import { IndexSuccessor } from './index-successor.js';
import { Proposals } from './proposals.js';
import { QueryVectors } from './query-vectors.js';
import { ReaderRepository } from './reader.repository.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';
import { SearchTermKeeper } from './suggestions/search-term-keeper.js';
import { SearchMetrics } from './search-metrics.js';
import { SearchTermRepository } from './suggestions/search-term.repository.js';
import { SuggestionService } from './suggestions/suggestion.service.js';
import { SynonymLists } from './synonym-lists.js';
import { SynonymRepository } from './synonym.repository.js';

@Module({
  imports: [DocumentModule],
  controllers: [SearchController],
  providers: [
    SearchService,
    SearchRepository,
    Proposals,
    QueryVectors,
    IndexFollower,
    IndexFiller,
    IndexSuccessor,
    IndexSourceRepository,
    ReaderRepository,
    ChangeFinder,
    ChangeRepository,
    SuggestionService,
    SearchTermRepository,
    SearchTermKeeper,
    SynonymLists,
    SynonymRepository,
    ErasedOrganizations,
    SearchMetrics,
  ],
  exports: [SearchService],
})
export class SearchModule {}
