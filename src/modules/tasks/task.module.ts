import { Module } from '@nestjs/common';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { JobCardController } from './job-cards/job-card.controller.js';
import { JobCardPrinter } from './job-cards/job-card-printer.service.js';
import { JobCardRepository } from './job-cards/job-card.repository.js';
import { JobCardService } from './job-cards/job-card.service.js';
import { TaskController } from './task.controller.js';
import { TaskReader } from './task-reader.service.js';
import { TaskRepository } from './task.repository.js';
import { TaskService } from './task.service.js';

/** Tasks of manuals, and job cards of chosen tasks. */
@Module({
  imports: [DocumentModule, ApplicabilityModule],
  controllers: [TaskController, JobCardController],
  providers: [TaskService, TaskRepository, TaskReader, JobCardService, JobCardPrinter, JobCardRepository],
})
export class TaskModule {}
