import { PoolClosedError, ProcessPool, type PooledProcess, type ProcessPoolOptions } from './process-pool.js';

class FakeProcess implements PooledProcess {
  isOver = false;
  kill(): void {
    this.isOver = true;
  }
}

const started: FakeProcess[] = [];
const newPool = (options: Partial<ProcessPoolOptions<FakeProcess>> = {}): ProcessPool<FakeProcess> =>
  new ProcessPool({
    start: () => {
      started.push(new FakeProcess());
      return started.at(-1)!;
    },
    max_processes: 2,
    linger_ms: 60_000,
    max_tasks: 3,
    ...options,
  });
const itself = (process: FakeProcess): Promise<FakeProcess> => Promise.resolve(process);

describe('ProcessPool', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    started.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('gives a process only to its owner', async () => {
    const pool = newPool();
    const [first, other, again] = [
      await pool.use('a', itself),
      await pool.use('b', itself),
      await pool.use('a', itself),
    ];
    expect(other).not.toBe(first);
    expect(again).toBe(first);
    expect(await pool.use('a', (_, tasks) => Promise.resolve(tasks))).toBe(2);
  });

  it('gives concurrent tasks of an owner different processes', async () => {
    const pool = newPool();
    const [first, second] = await Promise.all([pool.use('a', itself), pool.use('a', itself)]);
    expect(second).not.toBe(first);
  });

  it('ends a process after a failure, its last task, or an idle time', async () => {
    const pool = newPool();
    const failure = new Error('too much memory');
    await expect(pool.use('a', () => Promise.reject(failure))).rejects.toBe(failure);
    for (let task = 0; task < 3; task += 1) await pool.use('a', itself);
    await pool.use('b', itself);
    expect(started.map(({ isOver }) => isOver)).toEqual([true, true, false]);
    jest.advanceTimersByTime(60_000);
    expect(started.at(-1)!.isOver).toBe(true);
  });

  it('replaces a process that ended while idle, and starts a new one on demand', async () => {
    const pool = newPool();
    const first = await pool.use('a', itself);
    expect(await pool.useNew('a', itself)).not.toBe(first);
    for (const process of started) process.kill();
    expect(await pool.use('a', itself)).toBe(started.at(-1));
    expect(started).toHaveLength(3);
  });

  it('ends the oldest idle process before it starts one too many', async () => {
    const pool = newPool();
    const hold = pool.use('a', (process) => new Promise((resolve) => setTimeout(() => resolve(process), 1_000)));
    await pool.use('b', itself);
    await pool.use('c', itself);
    expect(started.map(({ isOver }) => isOver)).toEqual([false, true, false]);
    await jest.advanceTimersByTimeAsync(1_000);
    await hold;
    await pool.use('d', itself);
    expect(started.map(({ isOver }) => isOver)).toEqual([false, true, true, false]);
  });

  it('keeps a process after an error that it survives', async () => {
    const failure = new Error('damaged page');
    const pool = newPool({ survives: (error) => error === failure });
    await expect(pool.use('a', () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await pool.use('a', itself)).toBe(started[0]);
  });

  it('keeps one unused process ready', async () => {
    const pool = newPool({ spare_ms: 60_000 });
    await pool.use('a', itself);
    expect(started).toHaveLength(2);
    expect(await pool.use('b', itself)).toBe(started[1]);
  });

  it('keeps few processes for many owners, with a spare one or without', async () => {
    for (const spare_ms of [60_000, undefined]) {
      started.length = 0;
      const pool = newPool({ spare_ms });
      for (let owner = 0; owner < 300; owner += 1) await pool.use(`owner ${owner}`, itself);
      expect(started.filter(({ isOver }) => !isOver)).toHaveLength(spare_ms === undefined ? 2 : 3);
    }
  });

  it('ends idle and running processes when it closes', async () => {
    const pool = newPool();
    await pool.use('a', itself);
    const running = pool.use('b', (process) => new Promise((resolve) => setTimeout(() => resolve(process), 1_000)));
    pool.close();
    expect(started.every(({ isOver }) => isOver)).toBe(true);
    jest.advanceTimersByTime(1_000);
    await running;
    await expect(pool.use('a', itself)).rejects.toThrow(PoolClosedError);
    await expect(pool.useNew('a', itself)).rejects.toThrow(PoolClosedError);
    expect(started).toHaveLength(2);
  });
});
