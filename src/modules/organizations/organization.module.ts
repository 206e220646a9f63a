import { Module } from '@nestjs/common';
import { IngestionModule } from '../ingestion/ingestion.module.js';
import { OfflineModule } from '../offline/offline.module.js';
import { UserModule } from '../users/user.module.js';
import { OrganizationContents } from './contents/organization-contents.service.js';
import { DeletionMailSender } from './deletion/deletion-mail-sender.js';
import { DueDeletions } from './deletion/due-deletions.js';
import { OrganizationDeletionController } from './deletion/organization-deletion.controller.js';
import { OrganizationDeletionRepository } from './deletion/organization-deletion.repository.js';
import { OrganizationDeletionService } from './deletion/organization-deletion.service.js';
import { OrganizationEraser } from './deletion/organization-eraser.service.js';
import { ExportArchive } from './exports/export-archive.js';
import { ExportMaker } from './exports/export-maker.js';
import { ExportRowsRepository } from './exports/export-rows.repository.js';
import { OrganizationExportController } from './exports/organization-export.controller.js';
import { OrganizationExportRepository } from './exports/organization-export.repository.js';
import { OrganizationExportService } from './exports/organization-export.service.js';
import { OrganizationTables } from './organization-tables.repository.js';

/** An organization as a whole: everything of it to take along, and its end. */
@Module({
  imports: [UserModule, IngestionModule, OfflineModule],
  controllers: [OrganizationExportController, OrganizationDeletionController],
  providers: [
    OrganizationTables,
    OrganizationContents,
    OrganizationExportService,
    OrganizationExportRepository,
    ExportRowsRepository,
    ExportArchive,
    ExportMaker,
    OrganizationDeletionService,
    OrganizationDeletionRepository,
    OrganizationEraser,
    DueDeletions,
    DeletionMailSender,
  ],
  exports: [OrganizationContents, OrganizationEraser],
})
export class OrganizationModule {}
