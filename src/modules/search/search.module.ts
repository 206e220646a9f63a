import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { IndexCompleteness } from './index-completeness.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';
import { SynonymLists } from './synonym-lists.js';
import { SynonymRepository } from './synonym.repository.js';

@Module({
  imports: [DocumentModule],
  controllers: [SearchController],
  providers: [SearchService, SearchRepository, IndexCompleteness, SynonymLists, SynonymRepository],
  exports: [SearchService],
})
export class SearchModule {}
