import { Wakeups } from './wakeups.js';

const never = new AbortController().signal;

describe('Wakeups', () => {
  it('end the wait of the watchers of the key only', async () => {
    const wakeups = new Wakeups();
    const [one, other] = [wakeups.watch('a'), wakeups.watch('b')];
    const waiting = one.wait(3_600_000, never);
    wakeups.wake('a');
    expect(await waiting).toBe(true);
    const alone = other.wait(20, never);
    wakeups.wake('a');
    expect(await alone).toBe(false);
  });

  it('end all waits where it is not known whose', async () => {
    const wakeups = new Wakeups();
    const watches = ['a', 'b'].map((key) => wakeups.watch(key));
    wakeups.wakeAll();
    for (const watch of watches) expect(await watch.wait(3_600_000, never)).toBe(true);
  });

  it('are not missed between two waits', async () => {
    const wakeups = new Wakeups();
    const watch = wakeups.watch('a');
    wakeups.wake('a');
    expect(await watch.wait(3_600_000, never)).toBe(true);
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
