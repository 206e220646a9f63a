import { processorTime, WorkClock, workTime } from './work-time.js';

describe('work time', () => {
  it.each<[string, number | null, number, number]>([
    ['is processor time, whatever time others took', 2_000, 15_000, 2_000],
    ['is no more than the time that passed, of several threads', 9_000, 5_000, 5_000],
    ['grows with long waiting too', 0, 300_000, 30_000],
    ['is the time that passed where nothing else is known', null, 5_000, 5_000],
  ])('%s', (_what, cpu, wall, work) => {
    expect(workTime(cpu, wall)).toBe(work);
  });

  const isLinux = process.platform === 'linux';
  (isLinux ? it : it.skip)('is told of another process', async () => {
    const { user, system } = process.cpuUsage();
    const told = (await processorTime(process.pid))!;
    // Counted in ticks of a hundredth of a second.
    expect(told).toBeGreaterThanOrEqual((user + system) / 1_000 - 50);
    expect(await processorTime(2 ** 30)).toBeNull();
  });

  it('ends what works too long, and lets be what does not', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(new WorkClock().limit(1, never, () => new Error('too long'))).rejects.toThrow('too long');
    await expect(new WorkClock().limit(60_000, Promise.resolve(7), () => new Error('too long'))).resolves.toBe(7);
  });
});
