import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  OpenAiLanguageModel,
  type OpenAiLanguageModelOptions,
} from '../../../src/integrations/llm/openai-language-model.js';
import { ModelError } from '../../../src/integrations/model-endpoint/model-error.js';
import type { TokenUse } from '../../../src/integrations/model-endpoint/token-use.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../../support/peers/model-server.js';
import { until } from '../../support/until.js';

const MESSAGES = [
  { role: 'system' as const, content: 'Quote the passages.' },
  {
    role: 'user' as const,
    content:
      '[1] Manual\n<data-0a>\nTorque the axle nut to 27 N·m. Install a new cotter pin here.\n</data-0a>\nWhat torque?',
  },
];

describe('OpenAiLanguageModel', () => {
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

  const model = (name: string, options: Partial<OpenAiLanguageModelOptions> = {}) =>
    new OpenAiLanguageModel({
      baseUrl: server.url,
      apiKey: MODEL_KEY,
      model: name,
      retryPauseMs: 1,
      attempts: 1,
      onUse: (use) => uses.push(use),
      ...options,
    });
  const ask = (name: string, options?: Partial<OpenAiLanguageModelOptions>) =>
    model(name, options).complete({ messages: MESSAGES });
  const failureOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'none',
      (error: unknown) => (error instanceof ModelError ? error.failure : String(error)),
    );
  const callCount = async () => (await server.seen()).requests.length;

  it('tells the answer piece by piece, and what it cost', async () => {
    const pieces: string[] = [];
    const { text, finish, usage } = await model('quote').complete(
      { messages: MESSAGES },
      { onToken: (piece) => pieces.push(piece) },
    );
    expect(text).toContain('Torque the axle nut to 27 N·m. [1]');
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(text);
    expect(finish).toBe('stop');
    expect(uses).toEqual([usage]);
    expect(usage).toMatchObject({ estimated: false, completion_tokens: Math.ceil(text.length / 4) });
    const { requests } = await server.seen();
    expect(requests[0]?.body).toMatchObject({ model: 'quote', max_tokens: 1200, temperature: 0, messages: MESSAGES });
  });

  it('counts by length where the provider does not', async () => {
    const { usage, text } = await ask('no-usage');
    expect(usage).toEqual({
      estimated: true,
      prompt_tokens: expect.any(Number),
      completion_tokens: Math.ceil(text.length / 4),
    });
  });

  it.each([
    ['429', 'busy'],
    ['500', 'unavailable'],
    ['502', 'unavailable'],
    ['401', 'rejected'],
    ['400', 'refused'],
    ['redirect', 'rejected'],
    ['disconnect', 'unreachable'],
    ['999', 'broken'],
    ['html', 'broken'],
    ['invalid-json', 'broken'],
    ['wrong-shape', 'broken'],
    ['empty-choices', 'broken'],
    ['stream-error', 'unavailable'],
    ['nothing', 'broken'],
    ['cut', 'broken'],
    ['end-early', 'broken'],
    ['huge-token', 'broken'],
    ['endless', 'broken'],
    ['filter', 'withheld'],
    ['refuse', 'withheld'],
  ])('says of a model that answers with %s that it is %s', async (name, failure) => {
    await expect(failureOf(ask(name, { maxBytes: 4 * 1024 ** 2 }))).resolves.toBe(failure);
  });

  it('keeps of an error nothing that the provider said', async () => {
    const error = (await ask('500').catch((thrown: unknown) => thrown)) as ModelError;
    expect(`${error.message} ${String(error.cause)} ${error.stack}`).not.toContain('secret detail');
  });

  it('marks an answer that was too long', async () => {
    await expect(ask('length')).resolves.toMatchObject({ finish: 'length' });
  });

  it.each([
    ['hang', { firstTokenMs: 80 }],
    ['hang-midway', { idleMs: 300 }],
    ['trickle', { totalMs: 80 }],
  ])('does not wait for ever: %s', async (name, limits) => {
    await expect(failureOf(ask(name, limits))).resolves.toBe('timeout');
    expect(await untilAborted()).toBe(1);
  });

  /** The server learns of a lost connection a moment later. */
  async function untilAborted(): Promise<number> {
    const { aborted } = await until(
      () => server.seen(),
      (seen) => seen.aborted > 0,
    );
    return aborted;
  }

  it('gives up a connection that does not open', async () => {
    // Nobody answers the handshake.
    const silent = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const asked = ask('quote', { baseUrl: `https://127.0.0.1:${port}/v1`, connectTimeoutMs: 80 });
    await expect(failureOf(asked)).resolves.toBe('timeout');
    silent.close();
  });

  it('waits for a slow one that is in time', async () => {
    await expect(failureOf(ask('slow-first:60'))).resolves.toBe('none');
  });

  it.each([[['500', '502']], [['disconnect', 'invalid-json']], [['429', 'html']]])(
    'tries again after %s',
    async (faults) => {
      await server.fail(...faults);
      await expect(failureOf(ask('quote', { attempts: 3 }))).resolves.toBe('none');
      expect(await callCount()).toBe(3);
    },
  );

  it('does not try again once it has told something, nor what cannot help', async () => {
    await server.fail('cut');
    await expect(failureOf(ask('quote', { attempts: 3 }))).resolves.toBe('broken');
    expect(await callCount()).toBe(1);
    await server.fail('401', '500');
    await expect(failureOf(ask('quote', { attempts: 3 }))).resolves.toBe('rejected');
    expect(await callCount()).toBe(2);
  });

  it('waits as long as it is told to, but not for longer than is bearable', async () => {
    await server.fail('429:1');
    const startedAt = Date.now();
    await ask('quote', { attempts: 2 });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
    await server.fail('429:60');
    await expect(failureOf(ask('quote', { attempts: 2 }))).resolves.toBe('busy');
    expect(await callCount()).toBe(3);
  });

  it('leaves a model that fails in peace, and finds out when it is back', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    const flaky = model('quote', { breaker: { failures: 2, restMs: 30_000 } });
    const outcome = () => failureOf(flaky.complete({ messages: MESSAGES }));
    await server.setDown(true);
    expect([await outcome(), await outcome(), await outcome()]).toEqual(['unreachable', 'unreachable', 'resting']);
    await server.setDown(false);
    expect(await outcome()).toBe('resting');
    clock.mockReturnValue(30_000);
    // One goes ahead; the others do not wait for what becomes of it.
    expect(await Promise.all([outcome(), outcome()])).toEqual(['none', 'resting']);
    expect(await outcome()).toBe('none');
    expect(await callCount()).toBe(2);
  });

  it('goes on asking a model that refused a request or that nobody waited for', async () => {
    const asked = model('quote', { breaker: { failures: 1, restMs: 60_000 } });
    await server.fail('400', 'filter', 'hang');
    expect(await failureOf(asked.complete({ messages: MESSAGES }))).toBe('refused');
    expect(await failureOf(asked.complete({ messages: MESSAGES }))).toBe('withheld');
    const stop = new AbortController();
    const stopped = asked.complete({ messages: MESSAGES }, { signal: stop.signal });
    while ((await callCount()) < 3);
    stop.abort(new Error('the reader is gone'));
    await expect(stopped).rejects.toThrow('the reader is gone');
    expect(await failureOf(asked.complete({ messages: MESSAGES }))).toBe('none');
  });

  it('stops in the middle when nobody waits any more, and counts what it cost', async () => {
    const stop = new AbortController();
    const asked = model('trickle:50').complete(
      { messages: MESSAGES },
      { signal: stop.signal, onToken: () => stop.abort(new Error('the reader is gone')) },
    );
    await expect(asked).rejects.toThrow('the reader is gone');
    expect(await untilAborted()).toBe(1);
    expect(uses).toEqual([expect.objectContaining({ estimated: true })]);
  });

  it('lets so many go at a time, and refuses what would wait too long', async () => {
    const narrow = model('slow-first:60', { concurrency: 1, maxWaiting: 1 });
    const outcomes = await Promise.all([1, 2, 3].map(() => failureOf(narrow.complete({ messages: MESSAGES }))));
    expect(outcomes.sort()).toEqual(['busy', 'none', 'none']);
  });

  it('follows no redirect, and takes the key nowhere', async () => {
    let visits = 0;
    const elsewhere = http.createServer((_, response) => response.end(String((visits += 1)))).listen(0, '127.0.0.1');
    await new Promise((resolve) => elsewhere.once('listening', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const redirecting = http
      .createServer((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/v1` }).end())
      .listen(0, '127.0.0.1');
    await new Promise((resolve) => redirecting.once('listening', resolve));
    const { port: first } = redirecting.address() as AddressInfo;
    await expect(failureOf(ask('quote', { baseUrl: `http://127.0.0.1:${first}/v1` }))).resolves.toBe('rejected');
    expect(visits).toBe(0);
    for (const one of [elsewhere, redirecting]) one.close().closeAllConnections();
  });
});
