import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, type Schema } from '../../index.js';

export type Import = Schema<'ImportResponse'>;

interface Waiting {
  holds: (made: Import) => boolean;
  resolve: (made: Import) => void;
  reject: (error: unknown) => void;
}

const FIRST_MS = 500;
/** Keeps a long import far from the hourly limit of requests. */
const LONGEST_MS = 5_000;

/** Follows all imports of the command with one request at a time. */
export class Follower {
  readonly latest = new Map<string, Import>();
  private readonly waiting = new Map<string, Waiting>();
  private delayMs = FIRST_MS;
  private isLooking = false;

  constructor(
    private readonly client: Client,
    private readonly signal: AbortSignal,
    private readonly onChange: () => void,
  ) {}

  /** Waits until the import is as `holds` says. @throws ApiError; ConnectionError; the reason of the signal */
  until(id: string, holds: Waiting['holds']): Promise<Import> {
    this.delayMs = FIRST_MS;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { holds, resolve, reject });
      if (this.isLooking) return;
      this.isLooking = true;
      void this.look();
    });
  }

  private async look(): Promise<void> {
    try {
      while (this.waiting.size > 0) {
        await sleep(this.delayMs, undefined, { signal: this.signal });
        this.delayMs = Math.min(LONGEST_MS, this.delayMs * 1.3);
        const { data } = await this.client.GET('/imports', { params: { query: { limit: 100 } }, signal: this.signal });
        const listed = new Map(data.map((made) => [made.id, made]));
        for (const [id, one] of this.waiting) await this.tell(id, one, listed.get(id));
        this.onChange();
      }
    } catch (error) {
      for (const { reject } of this.waiting.values()) reject(this.signal.aborted ? this.signal.reason : error);
      this.waiting.clear();
    } finally {
      this.isLooking = false;
    }
  }

  private async tell(id: string, { holds, resolve, reject }: Waiting, listed: Import | undefined): Promise<void> {
    try {
      const made =
        listed ?? (await this.client.GET('/imports/{id}', { params: { path: { id } }, signal: this.signal })).data;
      this.latest.set(id, made);
      if (!holds(made)) return;
      this.waiting.delete(id);
      resolve(made);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.waiting.delete(id);
      reject(error);
    }
  }
}
