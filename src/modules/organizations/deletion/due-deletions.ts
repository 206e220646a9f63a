import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { DELETION_SCHEDULED } from './organization-deletion.service.js';
import { OrganizationEraser } from './organization-eraser.service.js';

/** Deletes organizations that are due: when a deletion is scheduled, at every start, and each hour. */
@Injectable()
export class DueDeletions implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly eraser: OrganizationEraser,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): Promise<void> {
    return this.queue.subscribe(DELETION_SCHEDULED, 'organization-deletions', { concurrency: 1 }, () => this.run());
  }

  beforeApplicationShutdown(): void {
    this.eraser.stop();
  }

  run(): Promise<void> {
    return this.eraser.eraseDue();
  }
}
