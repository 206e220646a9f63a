import { ExpiringMap } from './expiring-map.js';

describe('ExpiringMap', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it('keeps what was set, for as long as it was told, and lets go of all that is older', () => {
    const map = new ExpiringMap<string>(1_000, 10);
    map.set('a', 'A');
    jest.setSystemTime(500);
    map.set('b', 'B');
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['A', 'B', undefined]);
    jest.setSystemTime(1_000);
    expect([map.get('a'), map.get('b'), map.size]).toEqual([undefined, 'B', 1]);
    jest.setSystemTime(1_500);
    map.set('c', 'C');
    expect(map.size).toBe(1);
  });

  it('gives up the oldest where there are too many, which is not one that was set again', () => {
    const map = new ExpiringMap<number>(1_000, 2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2]);
  });
});
