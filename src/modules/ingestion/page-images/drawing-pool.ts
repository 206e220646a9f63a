import { BoundedPool } from '../../../common/limits/bounded-pool.js';
import { DrawingProcess, type DrawingLimits } from '@amks/reader/drawing/drawing-process.js';
import type { DrawRequest } from '@amks/reader/drawing/drawing-protocol.js';

export interface DrawingOptions extends DrawingLimits {
  /** Pages drawn at the same time. */
  concurrency: number;
  /** Maximum waiting pages; more are refused. */
  max_waiting: number;
}

/** Pages after which a process is replaced, to free the memory of its libraries. */
const PAGES_PER_PROCESS = 100;

/** Time a process waits for the next page of its file. Milliseconds. */
const LINGER_MS = 60_000;

/** Time an unused process waits for a file. Milliseconds. */
const SPARE_LINGER_MS = 15 * 60_000;

interface Idle {
  process: DrawingProcess;
  /** File whose pages it has drawn; null before the first. */
  file: string | null;
  pages: number;
  timer: NodeJS.Timeout;
}

/** Each process sees only one file, to isolate customers. A spare process is ready, because loading the libraries is slow. */
export class DrawingPool {
  private readonly slots: BoundedPool;
  private readonly running = new Set<DrawingProcess>();
  private idle: Idle[] = [];
  private isClosed = false;

  constructor(private readonly options: DrawingOptions) {
    this.slots = new BoundedPool(options.concurrency, options.max_waiting);
  }

  /**
   * @param file unique name
   * @param prepare returns the request at its turn, and holds its resources until the page is drawn
   * @throws NotDrawableError; AppError SERVICE_UNAVAILABLE if too many wait; DrawingEndedError
   */
  draw(
    file: string,
    prepare: (draw: (request: DrawRequest) => Promise<Uint8Array>) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    return this.slots.run(() => prepare((request) => this.drawIn(this.take(file), file, request)));
  }

  /** Ends all processes; pages in progress fail. */
  close(): void {
    this.isClosed = true;
    for (const { process, timer } of this.idle) {
      clearTimeout(timer);
      process.kill();
    }
    for (const process of this.running) process.kill();
  }

  private async drawIn(
    taken: Pick<Idle, 'process' | 'pages'>,
    file: string,
    request: DrawRequest,
  ): Promise<Uint8Array> {
    const { process, pages } = taken;
    this.running.add(process);
    try {
      return await process.draw(request);
    } finally {
      this.running.delete(process);
      this.putBack(process, file, pages + 1);
      this.keepSpare();
    }
  }

  private take(file: string): Pick<Idle, 'process' | 'pages'> {
    this.idle = this.idle.filter(({ process }) => !process.isOver);
    const found = this.idle.find((one) => one.file === file) ?? this.idle.find((one) => one.file === null);
    if (!found) return { process: new DrawingProcess(this.options), pages: 0 };
    this.remove(found);
    return found;
  }

  private putBack(process: DrawingProcess, file: string | null, pages: number): void {
    if (process.isOver) return;
    if (this.isClosed || pages >= PAGES_PER_PROCESS) return process.kill();
    const idle: Idle = {
      process,
      file,
      pages,
      timer: setTimeout(() => this.end(idle), file === null ? SPARE_LINGER_MS : LINGER_MS).unref(),
    };
    this.idle.push(idle);
    const bound = this.idle.filter((one) => one.file !== null);
    if (bound.length > this.options.concurrency) this.end(bound[0]!);
  }

  private keepSpare(): void {
    if (this.isClosed || this.idle.some(({ file }) => file === null)) return;
    this.putBack(new DrawingProcess(this.options), null, 0);
  }

  private end(idle: Idle): void {
    this.remove(idle);
    idle.process.kill();
  }

  private remove(idle: Idle): void {
    clearTimeout(idle.timer);
    this.idle = this.idle.filter((one) => one !== idle);
  }
}
