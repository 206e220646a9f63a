import { Module } from '@nestjs/common';
import { DocumentModule } from '../documents/document.module.js';
import { FleetModule } from '../fleet/fleet.module.js';
import { ApplicabilityController } from './applicability.controller.js';
import { ApplicabilityService } from './applicability.service.js';

/** Whether documents apply to an aircraft. */
@Module({
  imports: [DocumentModule, FleetModule],
  controllers: [ApplicabilityController],
  providers: [ApplicabilityService],
  exports: [ApplicabilityService],
})
export class ApplicabilityModule {}
