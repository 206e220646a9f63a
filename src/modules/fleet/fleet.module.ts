import { Module } from '@nestjs/common';
import { AircraftController } from './aircraft.controller.js';
import { AircraftRepository } from './aircraft.repository.js';
import { AircraftService } from './aircraft.service.js';
import { AircraftImportService } from './csv/aircraft-import.service.js';

/** The register of the organization's aircraft. */
@Module({
  controllers: [AircraftController],
  providers: [AircraftService, AircraftImportService, AircraftRepository],
  exports: [AircraftService],
})
export class FleetModule {}
