import type { Database } from '../../common/database/database.js';
import { JobQueue } from './job-queue.js';

describe('JobQueue', () => {
  it('gives a queue one handler: of two, each job would go to whichever looks first', async () => {
    const queue = new JobQueue({} as Database, { connectionString: 'postgres://127.0.0.1:1/none' }, false);
    const nothing = (): Promise<void> => Promise.resolve();
    // It is not started, so that no share is kept; the name is taken all the same.
    await queue.subscribe('document.deleted', 'removal', { concurrency: 1 }, nothing).catch(() => undefined);
    await expect(queue.subscribe('revision.deleted', 'removal', { concurrency: 1 }, nothing)).rejects.toThrow(
      'the queue removal has a handler already',
    );
  });
});
