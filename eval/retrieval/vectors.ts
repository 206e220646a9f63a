import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { MINILM_DIMENSIONS, MINILM_MODEL } from '@amks/reader/minilm/minilm-space.js';

/** Embeds texts. With a folder, vectors are cached there under a name derived from the model and all texts. */
export async function embedTexts(model: MiniLmModel, texts: string[], folder: string | null): Promise<Float32Array[]> {
  const name = createHash('sha256')
    .update(JSON.stringify([MINILM_MODEL, texts]))
    .digest('hex');
  const file = folder === null ? null : path.join(folder, `${name}.f32`);
  if (file !== null && existsSync(file)) {
    const all = new Float32Array(new Uint8Array(readFileSync(file)).buffer);
    return texts.map((_, row) => all.subarray(row * MINILM_DIMENSIONS, (row + 1) * MINILM_DIMENSIONS));
  }
  const vectors = await model.embed(texts);
  if (folder !== null && file !== null) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      file,
      Buffer.concat(vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
    );
  }
  return vectors;
}
