import { createRequire } from 'node:module';
import path from 'node:path';
import type { Worker as WorkerThread } from 'node:worker_threads';
import { WorkClock } from '../../../../common/work-time.js';
import type { Block, Worker } from 'tesseract.js';
import type { ScanImage } from './scan-image.js';

/** How lines are looked for: in columns and blocks side by side, or across the whole width, as in tables. */
export type LineSearch = 'columns' | 'rows';

/** Grey values by which half of all pixels must differ from their neighbourhood for a page to be noisy. */
const NOISY = 3;

/** One pixel in so many is looked at; a prime, so that columns take turns. */
const SAMPLED = 7;

/** Why a picture could not be read. */
export class OcrError extends Error {}

interface RunningWorker {
  worker: Worker;
  /** Rejects when the thread dies. */
  died: Promise<never>;
}

/**
 * Tesseract in a thread of its own, started with the first picture; most files have none, and load nothing of it. Everything it needs is in installed packages: nothing is
 * fetched, and nothing is written.
 *
 * Of the two models in `@tesseract.js-data/eng` the smaller reads as fast and as well as the larger (0.31 % wrong
 * characters on skewed noisy pages, either way), from a quarter of the bytes.
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
    // Without it a rejection is thrown a second time, where nobody can catch it.
    errorHandler: () => undefined,
  });
  // What it thinks is not written to standard error.
  await worker.setParameters({ debug_file: '/dev/null' });
  // Its types leave the thread out.
  const { worker: thread } = worker as unknown as { worker: WorkerThread };
  const died = new Promise<never>((_, reject) => thread.on('error', (error) => reject(new OcrError(error.message))));
  // The thread may die while nobody waits for it.
  died.catch(() => undefined);
  return { worker, died };
}

/**
 * The picture as PGM, which costs nothing to write and read. From a noisy one single dark or light pixels are taken: a
 * fifth of the errors remain. A clean one keeps them, for they may be decimal points.
 */
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

/** Of a sample of the pixels: there are ten million of them. */
function medianDifference(a: Uint8Array, b: Uint8Array): number {
  const counts = new Uint32Array(256);
  let left = 0;
  for (let i = 0; i < a.length; i += SAMPLED) {
    counts[Math.abs(a[i]! - b[i]!)]! += 1;
    left += 0.5;
  }
  return counts.findIndex((count) => (left -= count) <= 0);
}
