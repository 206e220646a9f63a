import { Module } from '@nestjs/common';
import { UserModule } from '../users/user.module.js';
import { DocumentController } from './document.controller.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentService } from './document.service.js';
import { PageController } from './page.controller.js';
import { PageService } from './page.service.js';
import { RevisionRepository } from './revision.repository.js';

@Module({
  imports: [UserModule],
  controllers: [DocumentController, PageController],
  providers: [DocumentService, PageService, DocumentRepository, RevisionRepository],
  exports: [DocumentService, PageService],
})
export class DocumentModule {}
