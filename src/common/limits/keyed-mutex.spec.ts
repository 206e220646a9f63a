import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  it('runs work of one key one after the other, in order, and of other keys beside it', async () => {
    const turns = new KeyedMutex(10);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await pause();
      log.push(`${name} ends`);
      return name;
    };
    const answers = await Promise.all([
      turns.run('k', work('a')),
      turns.run('k', work('b')),
      turns.run('other', work('c')),
    ]);
    expect(answers).toEqual(['a', 'b', 'c']);
    expect(log.filter((line) => !line.startsWith('c'))).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'));
  });

  it('goes on after a failure, which is its own caller’s alone', async () => {
    const turns = new KeyedMutex(10);
    const failing = turns.run('k', () => Promise.reject(new Error('no')));
    const next = turns.run('k', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  it('refuses what would wait behind too many of its key, and of no other', async () => {
    const turns = new KeyedMutex(2);
    const answers = await Promise.allSettled(
      ['k', 'k', 'k', 'k', 'other'].map((key) => turns.run(key, () => pause().then(() => key))),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<string>(3).fill('fulfilled'),
      'rejected',
      'fulfilled',
    ]);
    expect(answers[3]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '5' } } });
    await expect(turns.run('k', () => Promise.resolve('later'))).resolves.toBe('later');
  });
});
