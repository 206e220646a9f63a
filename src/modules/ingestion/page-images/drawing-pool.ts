import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { DrawingProcess, NotDrawableError, type DrawingLimits } from '@amks/reader/drawing/drawing-process.js';
import type { DrawRequest } from '@amks/reader/drawing/drawing-protocol.js';
import { ProcessPool } from '@amks/reader/processes/process-pool.js';

export interface DrawingOptions extends DrawingLimits {
  /** Pages drawn at the same time. */
  concurrency: number;
  /** Maximum waiting pages; more are refused. */
  max_waiting: number;
}

/** Each process sees only one file of one organization. A spare process is ready. */
export class DrawingPool {
  private readonly slots: BoundedPool;
  private readonly processes: ProcessPool<DrawingProcess>;

  constructor(options: DrawingOptions) {
    this.slots = new BoundedPool(options.concurrency, options.max_waiting);
    this.processes = new ProcessPool({
      start: () => new DrawingProcess(options),
      max_processes: options.concurrency,
      linger_ms: 60_000,
      spare_ms: 15 * 60_000,
      max_tasks: 100,
      survives: (error) => error instanceof NotDrawableError,
    });
  }

  /**
   * @param file unique name within the installation
   * @param prepare returns the request at its turn, and holds its resources until the page is drawn
   * @throws NotDrawableError; AppError SERVICE_UNAVAILABLE if too many wait; DrawingEndedError
   */
  draw(
    file: string,
    prepare: (draw: (request: DrawRequest) => Promise<Uint8Array>) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    return this.slots.run(() => prepare((request) => this.processes.use(file, (process) => process.draw(request))));
  }

  /** Ends all processes; pages in progress fail. */
  close(): void {
    this.processes.close();
  }
}
