import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { jobsGivenUp, jobsLost } from './job-metrics.js';
import { LostJobs } from './lost-jobs.js';

/** Longer than a job with nobody at it is left. */
const LONG_MS = 25_000;

/** Looks at one job that nobody holds; each look ends when `answer` does. */
function scene(job: { retryCount: number }, answer: () => Promise<void> = () => Promise.resolve()) {
  const active = { name: 'queue', id: '1', retryLimit: 5, ...job };
  const listFreeLocks = jest.fn(async (names: string[]) => {
    await answer();
    return names;
  });
  const withLock = (_name: string, work: () => Promise<unknown>) => work();
  const db = { query: () => Promise.resolve([active]), listFreeLocks, withLock };
  const boss = { fail: jest.fn(() => Promise.resolve()) };
  const lost = new LostJobs(db as unknown as Database, boss as unknown as PgBoss);
  return { lost, looks: listFreeLocks, fail: boss.fail };
}

describe('LostJobs', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    jest.useFakeTimers();
    jobsLost.reset();
    jobsGivenUp.reset();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gives a job back that four looks in a row find with nobody, and counts it', async () => {
    for (const retryCount of [0, 5]) {
      const { lost, fail } = scene({ retryCount });
      lost.start();
      await jest.advanceTimersByTimeAsync(15_000);
      expect(fail).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(5_000);
      expect(fail).toHaveBeenCalledTimes(1);
      lost.stop();
    }
    expect((await jobsLost.get()).values).toEqual([{ labels: { queue: 'queue' }, value: 2 }]);
    expect((await jobsGivenUp.get()).values).toEqual([{ labels: { queue: 'queue' }, value: 1 }]);
  });

  it('looks once at a time, however long that takes', async () => {
    const waiting: (() => void)[] = [];
    const { lost, looks, fail } = scene({ retryCount: 0 }, () => new Promise((resolve) => waiting.push(resolve)));
    lost.start();
    await jest.advanceTimersByTimeAsync(LONG_MS);
    expect(looks).toHaveBeenCalledTimes(1);
    waiting.forEach((end) => end());
    await jest.advanceTimersByTimeAsync(5_000);
    expect(looks).toHaveBeenCalledTimes(2);
    expect(fail).not.toHaveBeenCalled();
    lost.stop();
  });

  it('restarts after a failed check', async () => {
    let fails = true;
    const { lost, looks, fail } = scene({ retryCount: 0 }, () =>
      fails ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    lost.start();
    await jest.advanceTimersByTimeAsync(LONG_MS);
    fails = false;
    await jest.advanceTimersByTimeAsync(15_000);
    expect(looks).toHaveBeenCalledTimes(8);
    expect(fail).not.toHaveBeenCalled();
    lost.stop();
  });
});
