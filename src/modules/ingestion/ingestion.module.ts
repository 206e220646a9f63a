import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { DocumentCopies } from './copies/document-copies.service.js';
import { DocumentCopyRepository } from './copies/document-copy.repository.js';
import { DocumentRemovalRepository } from './document-removal.repository.js';
import { DocumentRemoval } from './document-removal.service.js';
import { PassageEmbedder } from './embedding/passage-embedder.js';
import { PassageEmbeddingRepository } from './embedding/passage-embedding.repository.js';
import { RevisionEmbedder } from './embedding/revision-embedder.js';
import { IngestionMetrics } from './ingestion-metrics.js';
import { IngestionRepository } from './ingestion.repository.js';
import { IngestionService } from './ingestion.service.js';
import { PageImageController } from './page-images/page-image.controller.js';
import { PageImageService } from './page-images/page-image.service.js';
import { ReadingQueueRepository } from './reading-queue.repository.js';
import { RevisionReader } from './revision-reader.js';

@Module({
  imports: [DocumentModule],
  controllers: [PageImageController],
  providers: [
    IngestionRepository,
    ReadingQueueRepository,
    RevisionReader,
    IngestionService,
    DocumentRemovalRepository,
    DocumentRemoval,
    DocumentCopies,
    DocumentCopyRepository,
    PageImageService,
    PassageEmbeddingRepository,
    RevisionEmbedder,
    PassageEmbedder,
    IngestionMetrics,
  ],
  exports: [DocumentRemoval, DocumentCopies, PageImageService],
})
export class IngestionModule {}
