import { Module } from '@nestjs/common';
import { DocumentModule } from '../document.module.js';
import { TemporaryRevisionController } from './temporary-revision.controller.js';
import { TemporaryRevisionRepository } from './temporary-revision.repository.js';
import { TemporaryRevisionService } from './temporary-revision.service.js';

/** Temporary revisions: documents that overlay pages of others. What they change is in {@link temporaryRevisionsOn}. */
@Module({
  imports: [DocumentModule],
  controllers: [TemporaryRevisionController],
  providers: [TemporaryRevisionService, TemporaryRevisionRepository],
})
export class TemporaryRevisionModule {}
