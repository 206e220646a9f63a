import { isDue } from './scheduled-job.js';

describe('isDue', () => {
  // A Tuesday.
  const time = new Date('2028-02-29T03:46:20Z');

  it.each(['* * * * *', '46 * * * *', '46 3 * * *', '46 3 29 2 *', '46 3 * * 2'])('runs %s', (cron) => {
    expect(isDue({ cron }, time)).toBe(true);
  });

  it.each(['47 * * * *', '46 4 * * *', '46 3 28 2 *', '46 3 29 1 *', '46 3 * * 3'])('does not run %s', (cron) => {
    expect(isDue({ cron }, time)).toBe(false);
  });
});
