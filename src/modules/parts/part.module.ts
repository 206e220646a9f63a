import { Module } from '@nestjs/common';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { FleetModule } from '../fleet/fleet.module.js';
import { PartController } from './part.controller.js';
import { PartReader } from './part-reader.service.js';
import { PartReadingRepository } from './part-reading.repository.js';
import { PartRepository } from './part.repository.js';
import { ConditionVerdicts } from './condition-verdicts.js';
import { PartStatementRepository } from './part-statement.repository.js';
import { PartService } from './part.service.js';

/** Parts of parts catalogs: where they are used, on which aircraft, and what replaces them. */
@Module({
  imports: [ApplicabilityModule, DocumentModule, FleetModule],
  controllers: [PartController],
  providers: [
    PartService,
    PartRepository,
    PartStatementRepository,
    ConditionVerdicts,
    PartReader,
    PartReadingRepository,
  ],
  exports: [PartService],
})
export class PartModule {}
