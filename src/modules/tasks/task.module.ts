import { Module } from '@nestjs/common';
import { ApplicabilityModule } from '../applicability/applicability.module.js';
import { DocumentModule } from '../documents/document.module.js';
import { TaskController } from './task.controller.js';
import { TaskReader } from './task-reader.service.js';
import { TaskRepository } from './task.repository.js';
import { TaskService } from './task.service.js';

/** Tasks of manuals, and job cards of chosen tasks. */
@Module({
  imports: [DocumentModule, ApplicabilityModule],
  controllers: [TaskController],
  providers: [TaskService, TaskRepository, TaskReader],
})
export class TaskModule {}
