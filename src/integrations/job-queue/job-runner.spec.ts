import { Logger } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { Database } from '../../common/database/database.js';
import { JobRunner } from './job-runner.js';

/** A database that gives the job's lock or not, and says whether the job is still this process's. */
function scene({ isLocked = false, isStillGiven = true, fails = false }) {
  const done: string[] = [];
  const db = {
    withLock: async (_name: string, work: () => Promise<unknown>) => (isLocked ? null : work()),
    query: () => Promise.resolve(isStillGiven ? [{}] : []),
  };
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const boss = { complete: note('complete'), fail: note('fail'), cancel: note('cancel') };
  const job = { name: 'queue', id: '1', data: {}, retryCount: 0, retryLimit: 5 };
  const handle = (): Promise<void> => {
    done.push('handle');
    return fails ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  const runner = new JobRunner(db as unknown as Database, boss as unknown as PgBoss);
  const run = async (isHopeless = false): Promise<string[]> => {
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

  it('puts off a job that somebody is still at who lost it', async () => {
    expect(await scene({ isLocked: true }).run()).toEqual(['fail']);
  });
});
