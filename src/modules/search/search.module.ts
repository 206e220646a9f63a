import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { IndexFollower } from './index-follower.js';
import { IndexSourceRepository } from './index-source.repository.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [DocumentModule],
  controllers: [SearchController],
  providers: [SearchService, SearchRepository, IndexFollower, IndexSourceRepository],
  exports: [SearchService],
})
export class SearchModule {}
