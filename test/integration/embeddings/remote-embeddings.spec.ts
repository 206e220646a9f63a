import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  RemoteEmbeddings,
  type RemoteEmbeddingsOptions,
} from '../../../src/integrations/embeddings/remote-embeddings.js';
import { ModelError } from '../../../src/integrations/model-endpoint/model-error.js';
import type { TokenUse } from '../../../src/integrations/model-endpoint/token-use.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../../support/peers/model-server.js';

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('RemoteEmbeddings', () => {
  let server: ModelServer;
  let uses: TokenUse[];
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => server.stop());
  beforeEach(async () => {
    uses = [];
    await server.reset();
  });

  const model = (name = 'words', options: Partial<RemoteEmbeddingsOptions> = {}) =>
    new RemoteEmbeddings({
      baseUrl: server.url,
      apiKey: MODEL_KEY,
      model: name,
      dimensions: 128,
      attempts: 1,
      retryPauseMs: 1,
      onUse: (use) => uses.push(use),
      ...options,
    });
  const failureOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'none',
      (error: unknown) => (error instanceof ModelError ? error.failure : String(error)),
    );

  it.each(['words', 'shuffled', 'long'])('gives unit vectors in the order of the texts: %s', async (name) => {
    const texts = ['torque the axle nut', 'fill the reservoir', 'axle nut torque', 'torque the axle nut'];
    const vectors = await model(name).embed(texts);
    expect(vectors.map(({ length }) => length)).toEqual([128, 128, 128, 128]);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    expect(cosine(vectors[0]!, vectors[2]!)).toBeGreaterThan(cosine(vectors[0]!, vectors[1]!) + 0.3);
    expect(vectors[3]).toBe(vectors[0]);
    const { requests } = await server.seen();
    expect(requests.map(({ body }) => body)).toEqual([
      { model: name, input: texts.slice(0, 3), encoding_format: 'float' },
      // Its own vectors have 256 numbers.
      { model: name, input: texts.slice(0, 3), encoding_format: 'float', dimensions: 128 },
    ]);
    expect(uses).toEqual([{ prompt_tokens: expect.any(Number), completion_tokens: 0, estimated: false }]);
  });

  it('asks in batches, once for each text, and not for what it knows', async () => {
    const embeddings = model('no-usage', { batch: 10, dimensions: 256 });
    const texts = Array.from({ length: 25 }, (_, i) => `text number ${i}`);
    await embeddings.embed(texts);
    await embeddings.embed(texts.slice(0, 5));
    const { requests } = await server.seen();
    expect(requests.map(({ body }) => body.input?.length)).toEqual([10, 10, 5]);
    expect(uses).toHaveLength(3);
    expect(uses.every(({ estimated }) => estimated)).toBe(true);
  });

  it('accepts any text', async () => {
    const vectors = await model().embed(['', ' ', '\0', '\ud800', 'x'.repeat(50_000)]);
    for (const vector of vectors) expect(vector.every(Number.isFinite)).toBe(true);
    await expect(model().embed([])).resolves.toEqual([]);
  });

  it.each([
    ['wrong-dimensions', 'broken'],
    ['nan', 'broken'],
    ['zero', 'broken'],
    ['missing', 'broken'],
    ['html', 'broken'],
    ['invalid-json', 'broken'],
    ['429', 'busy'],
    ['500', 'unavailable'],
    ['400', 'refused'],
    ['401', 'rejected'],
    ['redirect', 'rejected'],
    ['disconnect', 'unreachable'],
    ['hang', 'timeout'],
  ])('takes no vector of a model that answers with %s', async (name, failure) => {
    await expect(failureOf(model(name, { timeoutMs: name === 'hang' ? 100 : 10_000 }).embed(['axle']))).resolves.toBe(
      failure,
    );
  });

  it('tries again, rests after repeated failures, and comes back', async () => {
    await server.fail('500', 'nan', 'words');
    await expect(failureOf(model('words', { attempts: 3 }).embed(['axle']))).resolves.toBe('none');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    const flaky = model('words', { breaker: { failures: 2, restMs: 30_000 } });
    await server.fail('500', '500');
    for (const text of ['a1', 'a2']) await failureOf(flaky.embed([text]));
    expect(flaky.ready).toBe(false);
    await expect(failureOf(flaky.embed(['a3']))).resolves.toBe('resting');
    clock.mockReturnValue(30_000);
    await expect(failureOf(flaky.embed(['a4']))).resolves.toBe('none');
    expect(flaky.ready).toBe(true);
  });
});
