import { Module } from '@nestjs/common';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { FleetModule } from '../fleet/fleet.module.js';
import { DirectiveController } from './directive.controller.js';
import { DirectiveRepository } from './directive.repository.js';
import { DirectiveService } from './directive.service.js';
import { DirectiveStatusController } from './status/directive-status.controller.js';
import { DirectiveStatusRepository } from './status/directive-status.repository.js';
import { DirectiveStatusService } from './status/directive-status.service.js';

/** Airworthiness directives and service bulletins, and what is open on each aircraft. */
@Module({
  imports: [ApplicabilityModule, DocumentModule, FleetModule],
  controllers: [DirectiveController, DirectiveStatusController],
  providers: [DirectiveService, DirectiveRepository, DirectiveStatusService, DirectiveStatusRepository],
  exports: [DirectiveStatusService],
})
export class DirectiveModule {}
