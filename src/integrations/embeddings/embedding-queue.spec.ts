import { EmbeddingOverloadError, EmbeddingQueue } from './embedding-queue.js';

describe('EmbeddingQueue', () => {
  const texts = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);
  let order: string[];
  let clock: number;

  const queue = (embed = (some: string[]) => Promise.resolve(some.map(() => new Float32Array(1)))) =>
    new EmbeddingQueue(
      (some) => {
        order.push(some[0]?.slice(0, 1) ?? '');
        return embed(some);
      },
      () => clock,
    );

  beforeEach(() => {
    order = [];
    clock = 0;
  });

  it('gives one vector per text, in order, over several pieces', async () => {
    const lengths = new EmbeddingQueue((some) => Promise.resolve(some.map((text) => new Float32Array(text.length))));
    const words = Array.from({ length: 20 }, (_, i) => 'x'.repeat(i));
    expect((await lengths.add(words)).map((vector) => vector.length)).toEqual(words.map(({ length }) => length));
  });

  it('lets a short request pass between the pieces of a long one', async () => {
    const shared = queue();
    await Promise.all([shared.add(texts('L', 24)), shared.add(texts('s', 1))]);
    expect(order.join('')).toBe('LsLL');
  });

  it('does not let short ones pass for ever', async () => {
    const shared = queue((some) => {
      clock += 1_500;
      return Promise.resolve(some.map(() => new Float32Array(1)));
    });
    await Promise.all([shared.add(texts('L', 24)), ...Array.from({ length: 4 }, () => shared.add(texts('s', 1)))]);
    expect(order.join('')).toBe('LsLLsss');
  });

  it('refuses what would wait too long, and gives up what did', async () => {
    let release = () => undefined as void;
    const shared = queue(
      (some) => new Promise((resolve) => (release = () => resolve(some.map(() => new Float32Array(1))))),
    );
    const first = shared.add(['a']);
    const late = shared.add(texts('L', 1_000));
    await expect(shared.add(texts('x', 1_000))).rejects.toBeInstanceOf(EmbeddingOverloadError);
    clock = 20_000;
    release();
    await expect(first).resolves.toHaveLength(1);
    await expect(late).rejects.toBeInstanceOf(EmbeddingOverloadError);
  });

  it('goes on after a failure', async () => {
    let calls = 0;
    const shared = queue(() =>
      calls++ === 0 ? Promise.reject(new Error('died')) : Promise.resolve([new Float32Array(1)]),
    );
    await expect(shared.add(['a'])).rejects.toThrow('died');
    await expect(shared.add(['b'])).resolves.toHaveLength(1);
  });
});
