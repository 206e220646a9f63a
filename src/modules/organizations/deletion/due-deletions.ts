import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { DELETION_SCHEDULED } from './organization-deletion.service.js';
import { OrganizationEraser } from './organization-eraser.service.js';

/** Deletes organizations whose time has come: when that is asked for, at every start, and each hour. */
@Injectable()
export class DueDeletions extends HourlyTask implements OnModuleInit {
  constructor(
    private readonly eraser: OrganizationEraser,
    private readonly queue: JobQueue,
  ) {
    super();
  }

  onModuleInit(): Promise<void> {
    return this.queue.subscribe(DELETION_SCHEDULED, 'organization-deletions', { concurrency: 1 }, () => this.run());
  }

  override beforeApplicationShutdown(): void {
    void super.beforeApplicationShutdown();
    this.eraser.stop();
  }

  protected run(): Promise<void> {
    return this.eraser.eraseDue();
  }
}
