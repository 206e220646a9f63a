import { RestartingThread } from '../../common/restarting-thread.js';
import type { EmbedReply, EmbedRequest } from './embedding-worker.js';
import { modelCall } from '../model-endpoint/model-call.js';
import { EmbeddingQueue } from './embedding-queue.js';
import { Embeddings } from './embeddings.js';
import { MINILM_DIMENSIONS, MINILM_MODEL, type MiniLmOptions } from './minilm-space.js';
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

/**
 * all-MiniLM-L6-v2 on a worker thread of this process. A thread that dies rejects what it was asked and is started
 * again, at once the first time and with growing pauses after that.
 */
export class LocalEmbeddings extends Embeddings {
  readonly model = MINILM_MODEL;
  readonly dimensions = MINILM_DIMENSIONS;
  /** A tenth of a second of work at most. */
  readonly batch = 4;
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  private readonly thread: RestartingThread<EmbedRequest, EmbedReply>;
  private readonly cache: VectorCache;
  private readonly queue = new EmbeddingQueue((texts) => this.request(texts));

  constructor(options: LocalEmbeddingsOptions = {}) {
    super();
    const { intraOpNumThreads, folder, onError } = options;
    this.thread = new RestartingThread({
      file: 'src/integrations/embeddings/embedding-worker.js',
      data: { intraOpNumThreads, folder } satisfies MiniLmOptions,
      onReply: (reply) => this.settle(reply),
      onDeath: (reason) => this.rejectPending(reason),
      onError,
    });
    this.cache = new VectorCache(options.cacheSize ?? 1000);
  }

  get ready(): boolean {
    return this.thread.ready;
  }

  /** Id of the running thread, for tests and diagnostics; null when there is none. */
  get threadId(): number | null {
    return this.thread.threadId;
  }

  /** Loads the model. Rejects with the reason when it cannot be loaded (a file missing or with another checksum). */
  async start(): Promise<void> {
    await this.thread.start();
  }

  async embed(texts: string[]): Promise<Float32Array[]> {
    const vectors = texts.map((text) => this.cache.get(text));
    const missing = [...new Set(texts.filter((_, index) => !vectors[index]))];
    if (missing.length > 0) {
      const fresh = await modelCall('embedding', this.model, () => this.queue.add(missing));
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
  close(): Promise<void> {
    return this.thread.close(CLOSE_MS);
  }

  private request(texts: string[]): Promise<Float32Array[]> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      if (this.thread.post({ id, texts })) return;
      this.pending.delete(id);
      reject(new Error('the embedding model is not loaded'));
    });
  }

  private settle(reply: EmbedReply): void {
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
