export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;

/** The queue is full, or the wait was too long. Callers continue without vectors and report it. */
export class EmbeddingOverloadError extends Error {}

interface Job {
  texts: string[];
  vectors: Float32Array[];
  since: number;
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

/** Texts per call, about 40 ms: the wait of a short request behind a long one. */
const CHUNK = 8;
/** Maximum waiting texts, about 10 s of work. */
const MAX_WAITING_TEXTS = 2_000;
/** Maximum wait of a request. Milliseconds. */
const MAX_WAIT_MS = 15_000;
/** After this wait a request is served before shorter ones. Milliseconds. */
const PATIENCE_MS = 2_000;

/** Shares one model: the shortest request first, long ones in parts, so that searches do not wait for answers. Bounded in size and time. */
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
