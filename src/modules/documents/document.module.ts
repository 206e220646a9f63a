import { Module } from '@nestjs/common';
import { UserModule } from '../users/user.module.js';
import { BlobSweeper } from './blobs/blob-sweeper.js';
import { BlobUseRepository } from './blobs/blob-use.repository.js';
import { BlobVerifier } from './blobs/blob-verifier.js';
import { RefusedContentRecorder } from './blobs/refused-content-recorder.js';
import { DocumentController } from './document.controller.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentService } from './document.service.js';
import { PageController } from './page.controller.js';
import { PageService } from './page.service.js';
import { RevisionRepository } from './revision.repository.js';

@Module({
  imports: [UserModule],
  controllers: [DocumentController, PageController],
  providers: [
    DocumentService,
    PageService,
    DocumentRepository,
    RevisionRepository,
    BlobSweeper,
    BlobVerifier,
    BlobUseRepository,
    RefusedContentRecorder,
  ],
  exports: [DocumentService, PageService],
})
export class DocumentModule {}
