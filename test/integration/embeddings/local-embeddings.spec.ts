import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalEmbeddings } from '../../../src/integrations/embeddings/local-embeddings.js';
import { until } from '../../support/until.js';

const errors: Error[] = [];
let embeddings: LocalEmbeddings;

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Crashes the worker thread from inside; terminating it from outside while it computes would end the process. */
async function crashThread(): Promise<void> {
  const { thread } = embeddings as unknown as {
    thread: { worker: EventEmitter & { postMessage(message: unknown): void } };
  };
  const { worker } = thread;
  worker.postMessage(undefined);
  // Not events.once, which takes the error for its own.
  await new Promise((resolve) => worker.once('exit', resolve));
}

beforeAll(async () => {
  embeddings = new LocalEmbeddings({ onError: (error) => errors.push(error) });
  await embeddings.start();
});

afterAll(async () => {
  await embeddings.close();
});

describe('LocalEmbeddings', () => {
  it('returns unit vectors, which do not depend on other texts of the batch', async () => {
    const text = 'Remove the main wheel';
    const [alone] = await embeddings.embed([text]);
    const fresh = new LocalEmbeddings();
    await fresh.start();
    const [, beside] = await fresh.embed(['A much longer text about something else entirely, to be read first.', text]);
    await fresh.close();
    expect(alone).toHaveLength(embeddings.dimensions);
    expect(cosine(alone!, alone!)).toBeCloseTo(1, 5);
    expect(Array.from(beside!)).toEqual(Array.from(alone!));
  });

  it('places a paraphrase nearer than an unrelated text', async () => {
    const [question, paraphrase, unrelated] = await embeddings.embed([
      'How tight must the wheel nut be?',
      'Torque the axle nut of the wheel to 120 Nm',
      'Galley coffee maker cleaning schedule',
    ]);
    expect(cosine(question!, paraphrase!)).toBeGreaterThan(cosine(question!, unrelated!) + 0.2);
  });

  it('accepts any text, empty and endless ones too', async () => {
    const vectors = await embeddings.embed([
      '',
      ' ',
      '\0',
      '😀',
      '[SEP] [MASK]',
      '\ud800',
      'x'.repeat(50_000),
      'pump '.repeat(20_000),
    ]);
    for (const vector of vectors) expect(vector.every(Number.isFinite)).toBe(true);
    expect(await embeddings.embed([])).toEqual([]);
  });

  it('keeps recent vectors', async () => {
    const [first] = await embeddings.embed(['brake wear pin']);
    const [again, twice] = await embeddings.embed(['brake wear pin', 'brake wear pin']);
    expect(again).toBe(first);
    expect(twice).toBe(first);
  });

  it('rejects what a dying thread was asked, and serves again soon after', async () => {
    const asked = embeddings.embed(Array.from({ length: 200 }, (_, i) => `text number ${i}`));
    const rejection = expect(asked).rejects.toThrow('Cannot destructure');
    await crashThread();
    await rejection;
    expect(embeddings.ready).toBe(false);
    await expect(embeddings.embed(['while it is gone'])).rejects.toThrow('not loaded');
    await until(() => embeddings.ready);
    expect(errors).toHaveLength(1);
    expect(await embeddings.embed(['back again'])).toHaveLength(1);
  });

  it('ends between two inferences, and rejects what waits', async () => {
    const busy = new LocalEmbeddings();
    await busy.start();
    const asked = Array.from({ length: 100 }, (_, i) => busy.embed([`text number ${i}, `.repeat(50)]));
    const outcomes = Promise.allSettled(asked);
    await busy.close();
    expect(busy.ready).toBe(false);
    expect((await outcomes).some(({ status }) => status === 'rejected')).toBe(true);
  });

  it('says at start that a model file is missing or wrong', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'no-model-'));
    const broken = new LocalEmbeddings({ folder });
    await expect(broken.start()).rejects.toThrow('tokenizer.json cannot be read');
    expect(broken.ready).toBe(false);
    await rm(folder, { recursive: true });
  });
});
