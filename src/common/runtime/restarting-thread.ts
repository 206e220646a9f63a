import { SHARE_ENV, Worker } from 'node:worker_threads';
import { compiledFile } from '@amks/reader/processes/installation.js';

/** First and longest pause before a restart. Milliseconds. */
const RESTART_MS = { first: 100, longest: 30_000 };

/** Message of a thread that is ready for requests. All other messages are replies. */
export const READY = 'ready';

/** Message that asks the thread to end. */
export const END = 'end';

export interface RestartingThreadOptions<Reply> {
  /** Compiled file, such as `worker.js`. */
  file: string;
  data: unknown;
  onReply: (reply: Reply) => void;
  /** The thread has died; open requests will not be answered. */
  onDeath: (reason: Error) => void;
  /** For the log: the thread died, or a restart failed. */
  onError?: (error: Error) => void;
}

/** A worker thread that is restarted when it dies: at once the first time, then with growing pauses. */
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

  /** Id of the running thread, for tests and diagnostics; null without one. */
  get threadId(): number | null {
    return this.worker?.threadId ?? null;
  }

  /** Rejects when the thread dies before it is ready. */
  async start(): Promise<void> {
    this.closed = false;
    await this.spawn();
  }

  /** False when no thread is running. */
  post(request: Request): boolean {
    if (!this.worker || !this.isReady) return false;
    this.worker.postMessage(request);
    return true;
  }

  /** Asks the thread to end; terminates it after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.closed = true;
    if (this.restartTimer) clearTimeout(this.restartTimer);
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage(END);
    const late = setTimeout(() => void worker.terminate(), timeoutMs);
    await ended;
    clearTimeout(late);
  }

  private spawn(): Promise<void> {
    // With a copy of the environment the thread could not change variables that native code reads.
    const worker = new Worker(compiledFile(this.options.file), { workerData: this.options.data, env: SHARE_ENV });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let reason = new Error('the thread has ended');
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
      this.spawn().catch(() => undefined); // its exit event has scheduled the next attempt
    }, pause);
    this.restartTimer.unref();
  }
}
