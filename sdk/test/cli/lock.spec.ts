import { existsSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { exclusively } from '../../src/cli/sign-in/lock.js';
import { TestFolder } from '../support/test-folder.js';

describe('exclusively', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = new TestFolder()));
  afterEach(() => folder.remove());

  const work = async (running: { now: number; most: number }): Promise<void> => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await sleep(5);
    running.now -= 1;
  };

  it('runs one after the other, also when one fails', async () => {
    const running = { now: 0, most: 0 };
    const failing = exclusively(folder.at('lock'), () => Promise.reject(new Error('failed')));
    const all = Array.from({ length: 8 }, () => exclusively(folder.at('lock'), () => work(running)));
    await expect(failing).rejects.toThrow('failed');
    await Promise.all(all);
    expect([running.most, existsSync(folder.at('lock'))]).toEqual([1, false]);
  });

  it('takes the lock of a process that crashed, once', async () => {
    const running = { now: 0, most: 0 };
    folder.write('lock', 'crashed');
    const before = new Date(Date.now() - 60_000);
    utimesSync(folder.at('lock'), before, before);
    await Promise.all(Array.from({ length: 8 }, () => exclusively(folder.at('lock'), () => work(running))));
    expect(running.most).toBe(1);
  });
});
