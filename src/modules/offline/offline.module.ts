import { Module } from '@nestjs/common';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { AssignmentModule } from '../assignments/assignment.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { FleetModule } from '../fleet/fleet.module.js';
import { MakingRepository } from './making/making.repository.js';
import { PackageArchive } from './making/package-archive.js';
import { PackageMaker } from './making/package-maker.js';
import { OfflinePackageController } from './offline-package.controller.js';
import { OfflinePackageRepository } from './offline-package.repository.js';
import { OfflinePackageService } from './offline-package.service.js';
import { PackageChoice } from './package-choice.service.js';

/** Documents as one signed file for devices without a network. */
@Module({
  imports: [DocumentModule, FleetModule, ApplicabilityModule, AssignmentModule],
  controllers: [OfflinePackageController],
  providers: [
    OfflinePackageService,
    OfflinePackageRepository,
    PackageChoice,
    PackageMaker,
    PackageArchive,
    MakingRepository,
  ],
  exports: [OfflinePackageService],
})
export class OfflineModule {}
