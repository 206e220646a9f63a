/** Turns texts into vectors, in order. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;

/** Too much is waiting, or it waited too long: the caller goes on without vectors and says so. */
export class EmbeddingOverloadError extends Error {}

interface Job {
  texts: string[];
  vectors: Float32Array[];
  since: number;
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

/** Texts embedded in one go, about 40 ms: what a short request waits for at most behind a long one. */
const CHUNK = 8;
/** Texts that may wait in all, about 10 s of work. */
const MAX_WAITING_TEXTS = 2_000;
/** After this long a request is given up, in milliseconds. */
const MAX_WAIT_MS = 15_000;
/** After this long a request is served before shorter ones. */
const PATIENCE_MS = 2_000;

/**
 * Shares one model among requests: the shortest first, so that a search does not wait for the forty sentences of somebody's
 * chat, long ones in pieces, and none for ever. Bounded, so that a flood is answered without vectors rather than late.
 */
export class EmbeddingQueue {
  private readonly jobs: Job[] = [];
  private waiting = 0;
  private running = false;

  constructor(
    private readonly embed: EmbedTexts,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws EmbeddingOverloadError */
  add(texts: string[]): Promise<Float32Array[]> {
    if (this.waiting + texts.length > MAX_WAITING_TEXTS) {
      return Promise.reject(new EmbeddingOverloadError('too many texts wait to be embedded'));
    }
    this.waiting += texts.length;
    return new Promise((resolve, reject) => {
      this.jobs.push({ texts, vectors: [], since: this.now(), resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let job = this.next(); job; job = this.next()) {
      const chunk = job.texts.slice(job.vectors.length, job.vectors.length + CHUNK);
      try {
        job.vectors.push(...(await this.embed(chunk)));
        if (job.vectors.length >= job.texts.length) this.finish(job, () => job.resolve(job.vectors));
      } catch (error) {
        this.finish(job, () => job.reject(error as Error));
      }
    }
    this.running = false;
  }

  private next(): Job | undefined {
    const now = this.now();
    for (const late of this.jobs.filter(({ since }) => now - since > MAX_WAIT_MS)) {
      this.finish(late, () => late.reject(new EmbeddingOverloadError('the embedding model is busy')));
    }
    const [oldest] = this.jobs;
    if (oldest && now - oldest.since > PATIENCE_MS) return oldest;
    return this.jobs.reduce<Job | undefined>((best, job) => (best && left(best) <= left(job) ? best : job), undefined);
  }

  private finish(job: Job, settle: () => void): void {
    this.jobs.splice(this.jobs.indexOf(job), 1);
    this.waiting -= job.texts.length;
    settle();
  }
}

function left(job: Job): number {
  return job.texts.length - job.vectors.length;
}
