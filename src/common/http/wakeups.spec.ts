import { Wakeups } from './wakeups.js';

const never = new AbortController().signal;

describe('Wakeups', () => {
  it('end the wait of those who watch the key, and of nobody else', async () => {
    const wakeups = new Wakeups();
    const [one, other] = [wakeups.watch('a'), wakeups.watch('b')];
    const startedAt = performance.now();
    const waiting = one.wait(5000, never);
    wakeups.wake('a');
    await waiting;
    expect(performance.now() - startedAt).toBeLessThan(2000);
    const alone = other.wait(20, never);
    wakeups.wake('a');
    await alone;
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(18);
  });

  it('end all waits where it is not known whose', async () => {
    const wakeups = new Wakeups();
    const watches = ['a', 'b'].map((key) => wakeups.watch(key));
    const startedAt = performance.now();
    wakeups.wakeAll();
    for (const watch of watches) await watch.wait(5000, never);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('are not missed between two waits', async () => {
    const wakeups = new Wakeups();
    const watch = wakeups.watch('a');
    wakeups.wake('a');
    const startedAt = performance.now();
    await watch.wait(5000, never);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('are waited for no longer than the signal allows', async () => {
    const watch = new Wakeups().watch('a');
    const gone = new AbortController();
    const waiting = watch.wait(60_000, gone.signal);
    gone.abort();
    await waiting;
    await watch.wait(60_000, gone.signal);
    expect(gone.signal.aborted).toBe(true);
  });
});
