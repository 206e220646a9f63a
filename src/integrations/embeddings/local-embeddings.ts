import { RestartingThread } from '../../common/runtime/restarting-thread.js';
import type { EmbedReply, EmbedRequest } from './embedding-worker.js';
import { modelCall } from '../model-endpoint/model-call.js';
import { EmbeddingQueue } from './embedding-queue.js';
import { Embeddings } from './embeddings.js';
import { MINILM_DIMENSIONS, MINILM_MODEL, type MiniLmOptions } from '@amks/reader/minilm/minilm-space.js';
import { VectorCache } from './vector-cache.js';

interface Pending {
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

export interface LocalEmbeddingsOptions extends MiniLmOptions {
  /** Cached vectors of recent texts (default 1000, 2 KB each), for repeated searches and paging. */
  cacheSize?: number;
  /** For the log: the thread died, or a restart failed. */
  onError?: (error: Error) => void;
}

/** Time for the current inference to end. Milliseconds. */
const CLOSE_MS = 10_000;

/** all-MiniLM-L6-v2 on a worker thread. When the thread dies, open requests are rejected and it is restarted. */
export class LocalEmbeddings extends Embeddings {
  readonly model = MINILM_MODEL;
  readonly dimensions = MINILM_DIMENSIONS;
  /** At most a tenth of a second of work. */
  readonly batch = 4;
  private nextId = 1;
  private loaded: Promise<unknown> = Promise.resolve();
  private readonly pending = new Map<number, Pending>();
  private readonly thread: RestartingThread<EmbedRequest, EmbedReply>;
  private readonly cache: VectorCache;
  private readonly queue = new EmbeddingQueue((texts) => this.request(texts));

  constructor(options: LocalEmbeddingsOptions = {}) {
    super();
    const { intraOpNumThreads, folder, stampFile, onError } = options;
    this.thread = new RestartingThread({
      file: 'embedding-worker.js',
      data: { intraOpNumThreads, folder, stampFile } satisfies MiniLmOptions,
      onReply: (reply) => this.settle(reply),
      onDeath: (reason) => this.rejectPending(reason),
      onError,
    });
    this.cache = new VectorCache(options.cacheSize ?? 1000);
  }

  get ready(): boolean {
    return this.thread.ready;
  }

  get threadId(): number | null {
    return this.thread.threadId;
  }

  /** Loads the model; requests wait for it. Rejects when a file is missing or has another checksum. */
  start(): Promise<void> {
    const started = this.thread.start();
    this.loaded = started.catch(() => undefined);
    return started;
  }

  async embed(texts: string[], owner = ''): Promise<Float32Array[]> {
    const vectors = texts.map((text) => this.cache.get(owner, text));
    const missing = [...new Set(texts.filter((_, index) => !vectors[index]))];
    if (missing.length > 0) {
      const fresh = await modelCall('embedding', this.model, () => this.queue.add(missing));
      const byText = new Map(missing.map((text, index) => [text, fresh[index]!]));
      for (const [text, vector] of byText) this.cache.set(owner, text, vector);
      texts.forEach((text, index) => (vectors[index] ??= byText.get(text)));
    }
    return vectors.map((vector) => vector!);
  }

  /** Ends the thread between two inferences: terminated during one, native code would crash the process. */
  close(): Promise<void> {
    return this.thread.close(CLOSE_MS);
  }

  private async request(texts: string[]): Promise<Float32Array[]> {
    await this.loaded;
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
