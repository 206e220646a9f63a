import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { DocumentRemovalRepository } from './document-removal.repository.js';
import { DocumentRemoval } from './document-removal.js';
import { IngestionRepository } from './ingestion.repository.js';
import { IngestionService } from './ingestion.service.js';
import { PageImageController } from './page-images/page-image.controller.js';
import { PageImageService } from './page-images/page-image.service.js';
import { PassageIndexer } from './passage-indexer.js';

@Module({
  imports: [DocumentModule],
  controllers: [PageImageController],
  providers: [
    IngestionRepository,
    PassageIndexer,
    IngestionService,
    DocumentRemovalRepository,
    DocumentRemoval,
    PageImageService,
  ],
  exports: [PassageIndexer],
})
export class IngestionModule {}
