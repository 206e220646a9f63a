import { AppError } from '../errors/app-error.js';
import { BoundedPool } from './bounded-pool.js';

/** Work that the test ends. */
function work(): { run: () => Promise<string>; end: () => void; isRunning: () => boolean } {
  let end = (): void => undefined;
  let running = false;
  return {
    run: () => {
      running = true;
      return new Promise((resolve) => {
        end = () => resolve('done');
      });
    },
    end: () => end(),
    isRunning: () => running,
  };
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('BoundedPool', () => {
  it('runs no more at a time than it has slots, in the order of their coming', async () => {
    const pool = new BoundedPool(2, 10);
    const works = [work(), work(), work(), work()];
    const results = works.map(({ run }) => pool.run(run));
    await settle();
    expect(works.map(({ isRunning }) => isRunning())).toEqual([true, true, false, false]);
    works[1]?.end();
    await settle();
    expect(works.map(({ isRunning }) => isRunning())).toEqual([true, true, true, false]);
    for (const { end } of works) {
      end();
      await settle();
    }
    await expect(Promise.all(results)).resolves.toEqual(Array(4).fill('done'));
  });

  it('refuses what would wait behind a full queue, and says when to come again', async () => {
    const pool = new BoundedPool(1, 1);
    const [first, second] = [work(), work()];
    const results = [pool.run(first.run), pool.run(second.run)];
    const refused = await pool.run(work().run).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '5' } });
    first.end();
    await settle();
    second.end();
    await Promise.all(results);
  });

  it('gives the place of a caller who went away to the next', async () => {
    const pool = new BoundedPool(1, 1);
    const [first, second, third] = [work(), work(), work()];
    const running = pool.run(first.run);
    const gone = new AbortController();
    const left = pool.run(second.run, gone.signal);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const waiting = pool.run(third.run, new AbortController().signal);
    first.end();
    await settle();
    expect([second.isRunning(), third.isRunning()]).toEqual([false, true]);
    third.end();
    await expect(Promise.all([running, waiting])).resolves.toEqual(['done', 'done']);
    await expect(pool.run(work().run, gone.signal)).rejects.toThrow('gone');
    expect(pool.isIdle).toBe(true);
  });

  it('gives the slot of work that failed to the next', async () => {
    const pool = new BoundedPool(1, 1);
    await expect(pool.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(pool.run(() => Promise.resolve(1))).resolves.toBe(1);
  });

  describe('with holders', () => {
    /** What was begun, in order, when one slot does all that waits. */
    async function orderOf(pool: BoundedPool, holders: string[]): Promise<string[]> {
      const first = work();
      const running = pool.run(first.run);
      const begun: string[] = [];
      const waiting = holders.map((holder, index) =>
        pool.run(() => Promise.resolve(begun.push(`${holder}${index}`)), undefined, holder).catch(() => undefined),
      );
      await settle();
      first.end();
      await Promise.all([running, ...waiting]);
      return begun;
    }

    it('gives them turns, each its own in the order of their coming', async () => {
      expect(await orderOf(new BoundedPool(1, 10), ['a', 'a', 'a', 'b', 'b', 'c'])).toEqual([
        ...['a0', 'b3', 'c5'],
        ...['a1', 'b4'],
        'a2',
      ]);
    });

    it('refuses more of one than it may have waiting', async () => {
      expect(await orderOf(new BoundedPool(1, 10, 2), ['a', 'a', 'a', 'b'])).toEqual(['a0', 'b3', 'a1']);
    });

    it('makes who has the most give way when all is taken', async () => {
      expect(await orderOf(new BoundedPool(1, 4), ['a', 'a', 'a', 'b', 'c', 'd'])).toEqual(['a0', 'b3', 'c4', 'd5']);
    });

    it('refuses a newcomer where nobody has more', async () => {
      expect(await orderOf(new BoundedPool(1, 2), ['a', 'b', 'c'])).toEqual(['a0', 'b1']);
    });
  });
});
