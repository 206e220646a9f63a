import { Module } from '@nestjs/common';
import { DocumentModule } from '../../documents/document.module.js';
import { UserModule } from '../../users/user.module.js';
import { DocumentAccessRepository } from './document-access.repository.js';
import { DocumentAccessService } from './document-access.service.js';
import { ShareExpiry } from './share-expiry.service.js';
import { ShareAudit } from './share-audit.service.js';
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
    ShareExpiry,
    ShareAudit,
    ShareRepository,
    DocumentAccessService,
    DocumentAccessRepository,
  ],
})
export class ShareModule {}
