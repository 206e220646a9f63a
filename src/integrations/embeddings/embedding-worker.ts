import { parentPort, workerData } from 'node:worker_threads';
import { END, READY } from '../../common/runtime/restarting-thread.js';
import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import type { MiniLmOptions } from '@amks/reader/minilm/minilm-space.js';

export interface EmbedRequest {
  id: number;
  texts: string[];
}

export type EmbedReply =
  { type: 'vectors'; id: number; vectors: Float32Array[] } | { type: 'error'; id: number; message: string };

/** Serves requests one by one. onnxruntime blocks its thread, which therefore is not the main one. */
async function serve(): Promise<void> {
  const port = parentPort!;
  const model = await MiniLmModel.load(workerData as MiniLmOptions);
  await model.embed(['warm up']);
  let previous = Promise.resolve();
  let isEnding = false;
  port.on('message', (message: EmbedRequest | typeof END) => {
    if (message === END) {
      isEnding = true;
      previous = previous.then(() => port.close());
      return;
    }
    const { id, texts } = message;
    previous = previous.then(async () => {
      if (isEnding) return;
      try {
        const vectors = await model.embed(texts);
        const reply: EmbedReply = { type: 'vectors', id, vectors };
        port.postMessage(
          reply,
          vectors.map((vector) => vector.buffer as ArrayBuffer),
        );
      } catch (error) {
        const reply: EmbedReply = {
          type: 'error',
          id,
          message: error instanceof Error ? error.message : String(error),
        };
        port.postMessage(reply);
      }
    });
  });
  port.postMessage(READY);
}

// A failed load ends the thread; its error event has the reason.
serve().catch((error: unknown) => {
  setImmediate(() => {
    throw error;
  });
});
