import { Module } from '@nestjs/common';
import { OpenStreams } from '../../../common/streams/open-streams.js';
import { AuthModule } from '../../auth/auth.module.js';
import { DocumentModule } from '../document.module.js';
import { PublicationModule } from '../publications/publication.module.js';
import { UserModule } from '../../users/user.module.js';
import { ImportCreators } from './import-creators.js';
import { ImportFiler } from './import-filer.js';
import { ImportItemRepository } from './import-item.repository.js';
import { ImportReading } from './import-reading.js';
import { ImportRunner } from './import-runner.js';
import { IMPORT_STREAMS, ImportStream } from './import-stream.service.js';
import { ImportController } from './import.controller.js';
import { ImportRepository } from './import.repository.js';
import { ImportService } from './import.service.js';
import { PublicationFiler } from './publication-filer.js';
import { ImportSources } from './sources/import-sources.service.js';

/** Archives of files that become documents. */
@Module({
  imports: [UserModule, AuthModule, DocumentModule, PublicationModule],
  controllers: [ImportController],
  providers: [
    ImportService,
    ImportRepository,
    ImportItemRepository,
    ImportRunner,
    ImportFiler,
    PublicationFiler,
    ImportReading,
    ImportCreators,
    ImportStream,
    ImportSources,
    { provide: OpenStreams, useFactory: () => new OpenStreams(IMPORT_STREAMS.per_user, 'imports') },
  ],
})
export class ImportModule {}
