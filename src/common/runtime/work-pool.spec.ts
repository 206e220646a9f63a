import { AsyncLocalStorage } from 'node:async_hooks';
import { WorkPool } from './work-pool.js';

/** Work that is done when the test says so. */
class Bench {
  readonly done: number[] = [];
  waiting: number[] = [];
  most = 0;
  private running = new Map<number, () => void>();

  readonly work = async (): Promise<boolean> => {
    const piece = this.waiting.shift();
    if (piece === undefined) return false;
    this.pool.wake();
    await new Promise<void>((resolve) => {
      this.running.set(piece, resolve);
      this.most = Math.max(this.most, this.running.size);
    });
    this.done.push(piece);
    return true;
  };
  readonly errors: unknown[] = [];
  readonly pool: WorkPool;

  constructor(slots: number) {
    this.pool = new WorkPool(slots, this.work, (error) => this.errors.push(error));
  }

  async finish(piece: number): Promise<void> {
    this.running.get(piece)?.();
    this.running.delete(piece);
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('WorkPool', () => {
  it('does its work outside of the context of the caller', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const pool = new WorkPool(
      1,
      () => Promise.resolve(seen.push(request.getStore()) < 1),
      (error) => seen.push(error),
    );
    request.run('request', () => pool.wake());
    await pool.stop();
    expect(seen).toEqual([undefined]);
  });

  it('does what there is, so many at a time, and takes the next when one is done', async () => {
    const bench = new Bench(2);
    bench.waiting = [1, 2, 3];
    bench.pool.wake();
    await settled();
    expect(bench.waiting).toEqual([3]);
    await bench.finish(2);
    expect([bench.done, bench.waiting]).toEqual([[2], []]);
    for (const piece of [1, 3]) await bench.finish(piece);
    expect([bench.done, bench.most]).toEqual([[2, 1, 3], 2]);
  });

  it('misses no call that comes while a slot finds nothing', async () => {
    const answers = [false, true, false];
    let asked = 0;
    const pool: WorkPool = new WorkPool(
      1,
      () => {
        asked += 1;
        if (asked === 1) pool.wake();
        return Promise.resolve(answers.shift() ?? false);
      },
      () => undefined,
    );
    pool.wake();
    await settled();
    expect(asked).toBe(3);
  });

  it('lets a slot rest that failed, until the next call', async () => {
    const errors: unknown[] = [];
    const pool = new WorkPool(
      1,
      () => Promise.reject(new Error('no database')),
      (error) => errors.push(error),
    );
    pool.wake();
    await settled();
    pool.wake();
    await settled();
    expect(errors).toHaveLength(2);
  });

  it('stops when what it does is done, and takes nothing more', async () => {
    const bench = new Bench(1);
    bench.waiting = [1, 2];
    bench.pool.wake();
    await settled();
    let isStopped = false;
    void bench.pool.stop().then(() => (isStopped = true));
    await settled();
    expect(isStopped).toBe(false);
    await bench.finish(1);
    expect([isStopped, bench.done, bench.waiting]).toEqual([true, [1], [2]]);
  });
});
