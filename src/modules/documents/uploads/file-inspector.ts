import type { OnApplicationShutdown } from '@nestjs/common';
import {
  InspectionEndedError,
  InspectionProcesses,
  type InspectionLimits,
} from '@amks/reader/inspection/inspection-processes.js';
import type { Inspected, InspectionSubject } from '@amks/reader/inspection/inspection-protocol.js';
import { PoolClosedError } from '@amks/reader/processes/process-pool.js';
import { AppError } from '../../../common/errors/app-error.js';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';

export interface FileInspectorLimits extends InspectionLimits {
  /** Maximum files inspected at a time. */
  concurrency: number;
  /** Maximum files waiting; more are refused. */
  max_waiting: number;
}

const RETRY_AFTER_SECONDS = 5;

export class FileInspector implements OnApplicationShutdown {
  private readonly pool: BoundedPool;
  private readonly processes: InspectionProcesses;

  constructor(limits: FileInspectorLimits) {
    this.pool = new BoundedPool(limits.concurrency, limits.max_waiting);
    this.processes = new InspectionProcesses(limits, limits.concurrency);
  }

  onApplicationShutdown(): void {
    this.processes.close();
  }

  /**
   * @param organizationId whose files share a process
   * @param holder whose files take turns with those of others
   * @throws FileRefusedError; AppError SERVICE_UNAVAILABLE (`overload`, or `inspection_ended` if its processes were killed)
   */
  async inspect(subject: InspectionSubject, organizationId: string, holder = organizationId): Promise<Inspected> {
    try {
      return await this.pool.run(() => this.processes.inspect(subject, organizationId), undefined, holder);
    } catch (error) {
      const hasEnded = error instanceof InspectionEndedError || error instanceof PoolClosedError;
      throw hasEnded ? ended(error) : error;
    }
  }
}

function ended(cause: Error): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The file could not be checked; try again in a moment',
    { reason: 'inspection_ended', retry_after: RETRY_AFTER_SECONDS },
    { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
