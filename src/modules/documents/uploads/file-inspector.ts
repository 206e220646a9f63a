import { InspectionEndedError, inspectFile, type InspectionLimits } from '@amks/reader/inspection/inspect-file.js';
import type { InspectionSubject } from '@amks/reader/inspection/inspection-protocol.js';
import { AppError } from '../../../common/errors/app-error.js';
import { BoundedPool } from '../../../common/limits/bounded-pool.js';

export interface FileInspectorLimits extends InspectionLimits {
  /** Maximum files inspected at a time. */
  concurrency: number;
  /** Maximum files waiting; more are refused. */
  max_waiting: number;
}

const RETRY_AFTER_SECONDS = 5;

export class FileInspector {
  private readonly pool: BoundedPool;

  constructor(private readonly limits: FileInspectorLimits) {
    this.pool = new BoundedPool(limits.concurrency, limits.max_waiting);
  }

  /**
   * @throws FileRefusedError as `inspectFile` does; AppError SERVICE_UNAVAILABLE (`overload`, or `inspection_ended` if the process was
   * killed twice)
   */
  async inspect(subject: InspectionSubject): Promise<string> {
    try {
      return await this.pool.run(() => inspectFile(subject, this.limits));
    } catch (error) {
      throw error instanceof InspectionEndedError ? ended(error) : error;
    }
  }
}

function ended(cause: InspectionEndedError): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The file could not be checked; try again in a moment',
    { reason: 'inspection_ended', retry_after: RETRY_AFTER_SECONDS },
    { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
