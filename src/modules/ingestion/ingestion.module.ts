import { Module } from '@nestjs/common';
import { IngestionRepository } from './ingestion.repository.js';
import { IngestionService } from './ingestion.service.js';
import { PassageIndexer } from './passage-indexer.js';

@Module({ providers: [IngestionRepository, PassageIndexer, IngestionService], exports: [PassageIndexer] })
export class IngestionModule {}
