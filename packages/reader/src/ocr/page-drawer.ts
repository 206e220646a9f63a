import { Worker } from 'node:worker_threads';
import { compiledFile } from '../processes/installation.js';
import { WorkClock } from '../processes/work-time.js';
import type { DrawnPage, DrawRequest, DrawResponse } from './page-drawer-thread.js';

/** Pages after which the thread and its parser caches are replaced. */
const PAGES_PER_THREAD = 50;

/** Draws pages of a PDF in a thread that can be ended without affecting other pages. */
export class PageDrawer {
  private thread: Worker | null = null;
  private drawn = 0;

  /** @param timeoutMs for one page */
  constructor(
    private readonly file: string,
    private readonly timeoutMs: number,
  ) {}

  /**
   * @param text kind of text that the page itself has; it is drawn only if it may cover an image of other text
   * @returns the image, or null if there is nothing to read
   * @throws Error if the page cannot be drawn in time
   */
  async draw(pageNumber: number, text: DrawRequest['text']): Promise<DrawnPage> {
    if (this.drawn >= PAGES_PER_THREAD) await this.close();
    this.drawn += 1;
    this.thread ??= new Worker(compiledFile('page-drawer-thread.js'), {
      workerData: this.file,
    });
    try {
      const response = await this.ask(this.thread, { page_number: pageNumber, text });
      if ('error' in response) throw new Error(response.error);
      return response;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = null;
    this.drawn = 0;
    await thread?.terminate();
  }

  private ask(thread: Worker, request: DrawRequest): Promise<DrawResponse> {
    const answered = new Promise<DrawResponse>((resolve, reject) => {
      const fail = (error: Error) => settle(() => reject(error));
      const answer = (response: DrawResponse) => settle(() => resolve(response));
      const end = () => fail(new Error('The page could not be drawn.'));
      const settle = (act: () => void) => {
        thread.off('message', answer).off('error', fail).off('exit', end);
        act();
      };
      thread.on('message', answer).on('error', fail).on('exit', end);
      thread.postMessage(request);
    });
    return new WorkClock().limit(this.timeoutMs, answered, () => new Error('The page takes too long to draw.'));
  }
}
