import { Module } from '@nestjs/common';
import { FileInspector } from './uploads/file-inspector.js';
import { OrganizationSettingsModule } from '../settings/organization-settings.module.js';
import { UserModule } from '../users/user.module.js';
import { BlobSweeper } from './blobs/blob-sweeper.js';
import { BlobUseRepository } from './blobs/blob-use.repository.js';
import { BlobVerifier } from './blobs/blob-verifier.js';
import { OpenDiscrepancies } from './discrepancies/open-discrepancies.service.js';
import { OpenDiscrepancyRepository } from './discrepancies/open-discrepancy.repository.js';
import { DocumentEventHandlers } from './document-event-handlers.js';
import { ComparisonRepository } from './comparison/comparison.repository.js';
import { ComparisonService } from './comparison/comparison.service.js';
import { DocumentController } from './document.controller.js';
import { DocumentReaderRepository } from './document-reader.repository.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentCounts } from './listing/document-counts.js';
import { DocumentCountRepository } from './listing/document-count.repository.js';
import { DocumentListRepository } from './listing/document-list.repository.js';
import { DocumentService } from './document.service.js';
import { IndexChangeRepository } from './index-changes/index-change.repository.js';
import { IndexChanges } from './index-changes/index-changes.service.js';
import { IngestionController } from './ingestion.controller.js';
import { PageController } from './page.controller.js';
import { PageService } from './page.service.js';
import { RevisionController } from './revision.controller.js';
import { RevisionIntake } from './revision-intake.js';
import { RevisionRepository } from './revision.repository.js';
import { RevisionService } from './revision.service.js';
import { SampleLibrary } from './samples/sample-library.service.js';
import { DocumentReachService } from './shares/document-reach.service.js';
import { DocumentShareRepository } from './shares/document-share.repository.js';
import { FileReceiver, UPLOAD_LIMITS, type UploadLimits } from './uploads/file-receiver.js';

@Module({
  imports: [UserModule, OrganizationSettingsModule],
  controllers: [DocumentController, RevisionController, IngestionController, PageController],
  providers: [
    DocumentService,
    PageService,
    RevisionService,
    RevisionIntake,
    FileReceiver,
    ComparisonService,
    ComparisonRepository,
    DocumentRepository,
    DocumentListRepository,
    DocumentCountRepository,
    DocumentCounts,
    DocumentReaderRepository,
    RevisionRepository,
    DocumentShareRepository,
    OpenDiscrepancies,
    OpenDiscrepancyRepository,
    DocumentReachService,
    IndexChangeRepository,
    IndexChanges,
    BlobSweeper,
    BlobVerifier,
    BlobUseRepository,
    DocumentEventHandlers,
    SampleLibrary,
    {
      provide: FileInspector,
      useFactory: ({ inspection }: UploadLimits) => new FileInspector(inspection),
      inject: [UPLOAD_LIMITS],
    },
  ],
  exports: [
    DocumentService,
    DocumentReachService,
    PageService,
    RevisionService,
    IndexChanges,
    DocumentRepository,
    RevisionIntake,
    FileReceiver,
    SampleLibrary,
    OpenDiscrepancies,
  ],
})
export class DocumentModule {}
