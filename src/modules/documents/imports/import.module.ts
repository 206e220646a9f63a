import { Module } from '@nestjs/common';
import { DocumentModule } from '../document.module.js';
import { UserModule } from '../../users/user.module.js';
import { ImportCreators } from './import-creators.js';
import { ImportFiler } from './import-filer.js';
import { ImportItemRepository } from './import-item.repository.js';
import { ImportReading } from './import-reading.js';
import { ImportRunner } from './import-runner.js';
import { ImportController } from './import.controller.js';
import { ImportRepository } from './import.repository.js';
import { ImportService } from './import.service.js';

/** Archives of files that become documents. */
@Module({
  imports: [UserModule, DocumentModule],
  controllers: [ImportController],
  providers: [
    ImportService,
    ImportRepository,
    ImportItemRepository,
    ImportRunner,
    ImportFiler,
    ImportReading,
    ImportCreators,
  ],
})
export class ImportModule {}
