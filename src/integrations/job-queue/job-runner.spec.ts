import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { jobsGivenUp } from './job-metrics.js';
import { JobRunner } from './job-runner.js';

/** A database that gives the job's lock or not, and says whether the job is still this process's. */
function scene({ isLocked = false, isStillGiven = true, isTakenBack = false, fails = false }) {
  const done: string[] = [];
  const db = {
    withLock: async (_name: string, work: () => Promise<unknown>) => (isLocked ? null : work()),
    query: (sql: string) => {
      if (!isStillGiven || (isTakenBack && done.includes('handle'))) return Promise.resolve([]);
      if (sql.startsWith('UPDATE')) done.push('put off');
      return Promise.resolve([{}]);
    },
  };
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const boss = { complete: note('complete'), fail: note('fail'), cancel: note('cancel') };
  const handle = (): Promise<void> => {
    done.push('handle');
    return fails ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  const runner = new JobRunner(db as unknown as Database, boss as unknown as PgBoss);
  const run = async (isHopeless = false, retryCount = 0): Promise<string[]> => {
    const job = { name: 'queue', id: '1', data: {}, retryCount, retryLimit: 5 };
    await runner.run(job as unknown as PgBoss.JobWithMetadata, { handle, isHopeless: () => isHopeless });
    return done;
  };
  return { run };
}

describe('JobRunner', () => {
  // Jobs that fail are part of what is tested.
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('writes down how a job ended', async () => {
    expect(await scene({}).run()).toEqual(['handle', 'complete']);
    expect(await scene({ fails: true }).run()).toEqual(['handle', 'fail']);
    expect(await scene({ fails: true }).run(true)).toEqual(['handle', 'cancel']);
  });

  it('leaves a job that was taken back before it could begin', async () => {
    expect(await scene({ isStillGiven: false }).run()).toEqual([]);
    expect(await scene({ isStillGiven: false, isLocked: true }).run()).toEqual([]);
  });

  it('leaves the end of a job that was taken back meanwhile to whom it was given', async () => {
    expect(await scene({ isTakenBack: true }).run()).toEqual(['handle']);
    expect(await scene({ isTakenBack: true, fails: true }).run()).toEqual(['handle']);
    expect(await scene({ isTakenBack: true, fails: true }).run(true)).toEqual(['handle']);
  });

  it('puts off a job that somebody is still at who lost it', async () => {
    expect(await scene({ isLocked: true }).run()).toEqual(['put off']);
  });

  it('counts what failed for the last time, and nothing else', async () => {
    jobsGivenUp.reset();
    for (const retryCount of [4, 5]) await scene({ fails: true }).run(false, retryCount);
    await scene({ fails: true }).run(true, 5);
    await scene({ fails: true, isTakenBack: true }).run(false, 5);
    expect((await jobsGivenUp.get()).values).toEqual([{ labels: { queue: 'queue' }, value: 1 }]);
  });
});
