import { Module } from '@nestjs/common';
import { AircraftController } from './aircraft.controller.js';
import { AircraftRepository } from './aircraft.repository.js';
import { AircraftService } from './aircraft.service.js';
import { AircraftImportService } from './csv/aircraft-import.service.js';
import { UtilisationController } from './utilisation/utilisation.controller.js';
import { UtilisationRepository } from './utilisation/utilisation.repository.js';
import { UtilisationService } from './utilisation/utilisation.service.js';

/** The register of the organization's aircraft, and their hours and cycles. */
@Module({
  controllers: [AircraftController, UtilisationController],
  providers: [AircraftService, AircraftImportService, AircraftRepository, UtilisationService, UtilisationRepository],
  exports: [AircraftService],
})
export class FleetModule {}
