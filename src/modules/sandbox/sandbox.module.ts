import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { IngestionModule } from '../ingestion/ingestion.module.js';
import { OrganizationModule } from '../organizations/organization.module.js';
import { UserModule } from '../users/user.module.js';
import { SandboxClockRepository } from './clock/sandbox-clock.repository.js';
import { SandboxLibrary } from './library/sandbox-library.service.js';
import { SandboxMirror } from './people/sandbox-mirror.service.js';
import { SandboxController } from './sandbox.controller.js';
import { SandboxRepository } from './sandbox.repository.js';
import { SandboxService } from './sandbox.service.js';

/** Each organization's sandbox: an organization of its own with mirrored people and the sample library. */
@Module({
  imports: [UserModule, DocumentModule, IngestionModule, OrganizationModule],
  controllers: [SandboxController],
  providers: [SandboxService, SandboxRepository, SandboxMirror, SandboxLibrary, SandboxClockRepository],
})
export class SandboxModule {}
