import { Module } from '@nestjs/common';
import { DocumentModule } from '../document.module.js';
import { PublicationController } from './publication.controller.js';
import { PublicationIntake } from './publication-intake.js';
import { PublicationRepository } from './publication.repository.js';
import { PublicationService } from './publication.service.js';

/** Publication modules of S1000D: collections that give documents an order. */
@Module({
  imports: [DocumentModule],
  controllers: [PublicationController],
  providers: [PublicationService, PublicationIntake, PublicationRepository],
  exports: [PublicationIntake],
})
export class PublicationModule {}
