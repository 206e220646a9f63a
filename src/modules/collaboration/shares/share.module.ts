import { Module } from '@nestjs/common';
import { DocumentModule } from '../../documents/document.module.js';
import { UserModule } from '../../users/user.module.js';
import { DocumentAccessRepository } from './document-access.repository.js';
import { DocumentAccessService } from './document-access.service.js';
import { ShareCleaner } from './share-cleaner.js';
import { ShareEndings } from './share-endings.service.js';
import { ShareRecords } from './share-records.service.js';
import { ShareTerms } from './share-terms.service.js';
import { ShareController } from './share.controller.js';
import { ShareRepository } from './share.repository.js';
import { ShareService } from './share.service.js';

@Module({
  imports: [DocumentModule, UserModule],
  controllers: [ShareController],
  providers: [
    ShareService,
    ShareTerms,
    ShareEndings,
    ShareRecords,
    ShareRepository,
    DocumentAccessService,
    DocumentAccessRepository,
    ShareCleaner,
  ],
})
export class ShareModule {}
