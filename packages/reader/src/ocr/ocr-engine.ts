import { createRequire } from 'node:module';
import path from 'node:path';
import type { Worker as WorkerThread } from 'node:worker_threads';
import { WorkClock } from '../processes/work-time.js';
import type { Block, Worker } from 'tesseract.js';
import type { ScanImage } from './scan-image.js';

/** Line search: in columns and blocks side by side, or across the whole width, as in tables. */
export type LineSearch = 'columns' | 'rows';

/** Median difference in gray value between a pixel and its neighbors above which a page is noisy. */
const NOISY = 3;

/** Sampling interval in pixels; a prime, so that all columns are sampled. */
const SAMPLED = 7;

/** The reason why a picture could not be read. */
export class OcrError extends Error {}

interface RunningWorker {
  worker: Worker;
  /** Rejects when the thread dies. */
  died: Promise<never>;
}

/**
 * Tesseract in a separate thread, started with the first image. All it needs is in installed packages: nothing is fetched or written.
 * Of the two models in `@tesseract.js-data/eng` the smaller is as fast and as accurate as the larger (0.31 % wrong characters on skewed
 * noisy pages) with a quarter of the bytes.
 */
export class OcrEngine {
  private running: Promise<RunningWorker> | null = null;

  /**
   * @param timeoutMs of work for one picture, the start of the thread included
   * @returns what was found, in reading order; boxes in pixels
   * @throws OcrError when it takes too long or the thread dies; the next picture gets a new thread
   */
  async recognize(image: ScanImage, search: LineSearch, timeoutMs: number): Promise<Block[]> {
    const tooLong = (): Error => new OcrError(`not read within ${timeoutMs} ms`);
    try {
      return await new WorkClock().limit(timeoutMs, this.read(image, search), tooLong);
    } catch (error) {
      await this.close();
      throw error instanceof OcrError ? error : new OcrError(String(error));
    }
  }

  async close(): Promise<void> {
    const { running } = this;
    this.running = null;
    await running?.then(({ worker }) => worker.terminate()).catch(() => undefined);
  }

  private async read(image: ScanImage, search: LineSearch): Promise<Block[]> {
    this.running ??= startWorker();
    const { worker, died } = await this.running;
    const picture = await withoutNoise(image);
    const { PSM } = (await import('tesseract.js')).default;
    const recognized = worker
      .setParameters({ tessedit_pageseg_mode: search === 'rows' ? PSM.SINGLE_COLUMN : PSM.AUTO })
      .then(() => worker.recognize(picture, {}, { text: false, blocks: true }));
    const { data } = await Promise.race([recognized, died]);
    return data.blocks ?? [];
  }
}

async function startWorker(): Promise<RunningWorker> {
  const require = createRequire(import.meta.url);
  const { default: tesseract } = await import('tesseract.js');
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    workerPath: require.resolve('tesseract.js/src/worker-script/node/index.js'),
    langPath: path.join(path.dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // Without it, a rejection is thrown again where nothing can catch it.
    errorHandler: () => undefined,
  });
  // Keeps its debug output from standard error.
  await worker.setParameters({ debug_file: '/dev/null' });
  // The types lack the thread.
  const { worker: thread } = worker as unknown as { worker: WorkerThread };
  const died = new Promise<never>((_, reject) => thread.on('error', (error) => reject(new OcrError(error.message))));
  // The thread may die while no picture is read.
  died.catch(() => undefined);
  return { worker, died };
}

/** The picture as PGM. A noisy one loses single pixels: a fifth of the errors remain. A clean one keeps them: decimal points. */
async function withoutNoise({ data, width, height }: ScanImage): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const smooth = await sharp(data, { raw: { width, height, channels: 1 } })
    .median(3)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const pixels = medianDifference(data, smooth) >= NOISY ? smooth : data;
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** Median of a sample of the ten million pixels. */
function medianDifference(a: Uint8Array, b: Uint8Array): number {
  const counts = new Uint32Array(256);
  let left = 0;
  for (let i = 0; i < a.length; i += SAMPLED) {
    counts[Math.abs(a[i]! - b[i]!)]! += 1;
    left += 0.5;
  }
  return counts.findIndex((count) => (left -= count) <= 0);
}
