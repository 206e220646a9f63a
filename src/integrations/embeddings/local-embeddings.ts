import { Worker } from 'node:worker_threads';
import { compiledFile } from '../../common/project-root.js';
import type { EmbedReply, EmbedRequest, EndRequest } from './embedding-worker.js';
import { EmbeddingQueue } from './embedding-queue.js';
import { Embeddings } from './embeddings.js';
import { MINILM_DIMENSIONS, MINILM_MODEL, type MiniLmOptions } from './minilm-model.js';
import { VectorCache } from './vector-cache.js';

interface Pending {
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

export interface LocalEmbeddingsOptions extends MiniLmOptions {
  /** Recent texts whose vectors are kept (default 1000, 2 KB each): people repeat searches and page through them. */
  cacheSize?: number;
  /** Told when the thread died and when a restart failed, for the log. */
  onError?: (error: Error) => void;
}

/** Time for the inference under way to end. Milliseconds. */
const CLOSE_MS = 10_000;

/** Shortest and longest pause before a dead thread is started again, in milliseconds. */
const RESTART_MS = { first: 100, longest: 30_000 };

/**
 * all-MiniLM-L6-v2 on a worker thread of this process. A thread that dies rejects what it was asked and is started
 * again, at once the first time and with growing pauses after that.
 */
export class LocalEmbeddings extends Embeddings {
  readonly model = MINILM_MODEL;
  readonly dimensions = MINILM_DIMENSIONS;
  /** A tenth of a second of work at most. */
  readonly batch = 4;
  private worker: Worker | null = null;
  private isReady = false;
  private closed = false;
  private failures = 0;
  private restartTimer: NodeJS.Timeout | null = null;
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  private readonly cache: VectorCache;
  private readonly queue = new EmbeddingQueue((texts) => this.request(texts));

  constructor(private readonly options: LocalEmbeddingsOptions = {}) {
    super();
    this.cache = new VectorCache(options.cacheSize ?? 1000);
  }

  get ready(): boolean {
    return this.isReady;
  }

  /** Id of the running thread, for tests and diagnostics; null when there is none. */
  get threadId(): number | null {
    return this.worker?.threadId ?? null;
  }

  /** Loads the model. Rejects with the reason when it cannot be loaded (a file missing or with another checksum). */
  async start(): Promise<void> {
    this.closed = false;
    await this.spawn();
  }

  async embed(texts: string[]): Promise<Float32Array[]> {
    const vectors = texts.map((text) => this.cache.get(text));
    const missing = [...new Set(texts.filter((_, index) => !vectors[index]))];
    if (missing.length > 0) {
      const fresh = await this.queue.add(missing);
      const byText = new Map(missing.map((text, index) => [text, fresh[index]!]));
      for (const [text, vector] of byText) this.cache.set(text, vector);
      texts.forEach((text, index) => (vectors[index] ??= byText.get(text)));
    }
    return vectors.map((vector) => vector!);
  }

  /**
   * Ends the thread; requests still waiting are rejected. The thread ends by itself, between two inferences: ended from outside
   * in the middle of one, the native code would take the whole process down.
   */
  async close(): Promise<void> {
    this.closed = true;
    if (this.restartTimer) clearTimeout(this.restartTimer);
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('end' satisfies EndRequest);
    const late = setTimeout(() => void worker.terminate(), CLOSE_MS);
    await ended;
    clearTimeout(late);
  }

  private request(texts: string[]): Promise<Float32Array[]> {
    const worker = this.worker;
    if (!worker || !this.isReady) return Promise.reject(new Error('the embedding model is not loaded'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      worker.postMessage({ id, texts } satisfies EmbedRequest);
    });
  }

  private spawn(): Promise<void> {
    const { intraOpNumThreads, folder } = this.options;
    const worker = new Worker(compiledFile('src/integrations/embeddings/embedding-worker.js'), {
      workerData: { intraOpNumThreads, folder } satisfies MiniLmOptions,
    });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let reason = new Error('the embedding thread ended');
      worker.on('message', (reply: EmbedReply) => {
        if (reply.type === 'ready') {
          this.isReady = true;
          this.failures = 0;
          resolve();
        } else {
          this.settle(reply);
        }
      });
      worker.on('error', (error: Error) => (reason = error));
      worker.on('exit', () => {
        const wasReady = this.isReady;
        this.worker = null;
        this.isReady = false;
        this.rejectPending(reason);
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

  private settle(reply: Exclude<EmbedReply, { type: 'ready' }>): void {
    const pending = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if (reply.type === 'vectors') pending?.resolve(reply.vectors);
    else pending?.reject(new Error(reply.message));
  }

  private rejectPending(reason: Error): void {
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }
}
