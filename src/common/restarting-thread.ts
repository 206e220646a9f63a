import { SHARE_ENV, Worker } from 'node:worker_threads';
import { compiledFile } from './project-root.js';

/** Shortest and longest pause before a dead thread is started again, in milliseconds. */
const RESTART_MS = { first: 100, longest: 30_000 };

/** What a thread sends once it can be asked; everything else it sends answers something. */
export const READY = 'ready';

/** What the owner of a thread sends when it is to end by itself. */
export const END = 'end';

export interface RestartingThreadOptions<Reply> {
  /** Compiled file below the project's root, such as `src/integrations/…/worker.js`. */
  file: string;
  data: unknown;
  onReply: (reply: Reply) => void;
  /** The thread that answered is no more; what it was asked will not be answered. */
  onDeath: (reason: Error) => void;
  /** Told when the thread died and when a restart failed, for the log. */
  onError?: (error: Error) => void;
}

/** A worker thread that is started again when it dies: at once the first time, with growing pauses after that. */
export class RestartingThread<Request, Reply> {
  private worker: Worker | null = null;
  private isReady = false;
  private closed = false;
  private failures = 0;
  private restartTimer: NodeJS.Timeout | null = null;

  constructor(private readonly options: RestartingThreadOptions<Reply>) {}

  get ready(): boolean {
    return this.isReady;
  }

  /** Id of the running thread, for tests and diagnostics; null when there is none. */
  get threadId(): number | null {
    return this.worker?.threadId ?? null;
  }

  /** Rejects with the reason when the thread dies before it is ready. */
  async start(): Promise<void> {
    this.closed = false;
    await this.spawn();
  }

  /** Answers false when there is no thread to send to. */
  post(request: Request): boolean {
    if (!this.worker || !this.isReady) return false;
    this.worker.postMessage(request);
    return true;
  }

  /** Lets the thread end between two things it does; ends it from outside when that takes longer than `patienceMs`. */
  async close(patienceMs: number): Promise<void> {
    this.closed = true;
    if (this.restartTimer) clearTimeout(this.restartTimer);
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage(END);
    const late = setTimeout(() => void worker.terminate(), patienceMs);
    await ended;
    clearTimeout(late);
  }

  private spawn(): Promise<void> {
    // With a copy of the environment a thread could not switch off what native code looks up there.
    const worker = new Worker(compiledFile(this.options.file), { workerData: this.options.data, env: SHARE_ENV });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let reason = new Error('the thread ended');
      worker.on('message', (reply: Reply | typeof READY) => {
        if (reply !== READY) return this.options.onReply(reply);
        this.isReady = true;
        this.failures = 0;
        resolve();
      });
      worker.on('error', (error: Error) => (reason = error));
      worker.on('exit', () => {
        const wasReady = this.isReady;
        this.worker = null;
        this.isReady = false;
        this.options.onDeath(reason);
        reject(reason);
        if (wasReady || this.failures > 0) this.scheduleRestart(reason);
      });
    });
  }

  private scheduleRestart(reason: Error): void {
    if (this.closed) return;
    this.options.onError?.(reason);
    const pause = Math.min(RESTART_MS.first * 2 ** this.failures++, RESTART_MS.longest);
    this.restartTimer = setTimeout(() => {
      this.spawn().catch(() => undefined); // its exit event has reported the reason and scheduled the next try
    }, pause);
    this.restartTimer.unref();
  }
}
