import { Module } from '@nestjs/common';
import { DocumentRemovalRepository } from './document-removal.repository.js';
import { DocumentRemoval } from './document-removal.js';
import { IngestionRepository } from './ingestion.repository.js';
import { IngestionService } from './ingestion.service.js';
import { PassageIndexer } from './passage-indexer.js';

@Module({
  providers: [IngestionRepository, PassageIndexer, IngestionService, DocumentRemovalRepository, DocumentRemoval],
  exports: [PassageIndexer],
})
export class IngestionModule {}
