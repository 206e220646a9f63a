import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Database } from '../database/database.js';
import { LoadShedder } from './load-shedder.js';

const INTERVAL_MS = 200;

describe('LoadShedder', () => {
  let db: { longestWaitMs: number };
  let shedder: LoadShedder;
  let socket: Socket;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    db = { longestWaitMs: 0 };
    shedder = new LoadShedder({ event_loop_ms: 60_000, pool_wait_ms: 500, max_requests: 100 }, db as Database);
    socket = new EventEmitter() as Socket;
  });
  afterEach(() => {
    shedder.onApplicationShutdown();
    jest.useRealTimers();
  });

  const begin = (count: number): (() => void)[] => Array.from({ length: count }, () => shedder.begin(socket));
  const look = (times = 1): void => void jest.advanceTimersByTime(times * INTERVAL_MS);

  it('admits requests up to the limit, and counts the rejected ones', () => {
    const ends = begin(99);
    expect(shedder.admits()).toBe(true);
    ends.push(...begin(1));
    expect([shedder.admits(), shedder.shedCount, shedder.requestCount]).toEqual([false, 1, 100]);
    ends[0]?.();
    ends[0]?.();
    expect([shedder.admits(), shedder.requestCount]).toEqual([true, 99]);
  });

  it('lets in fewer while connections are waited for too long, and more again when not', () => {
    const ends = begin(100);
    db.longestWaitMs = 501;
    look(2);
    expect(shedder.limit).toBe(100);
    look();
    expect(shedder.limit).toBe(80);
    look();
    expect(shedder.limit).toBe(64);
    look(20);
    expect([shedder.limit, shedder.admits()]).toEqual([32, false]);
    db.longestWaitMs = 500;
    look(100);
    expect(shedder.limit).toBe(100);
    for (const end of ends) end();
    expect(shedder.requestCount).toBe(0);
  });

  it('leaves the bound alone where so few are under way that it is not they', () => {
    begin(32);
    db.longestWaitMs = 10_000;
    look(5);
    expect([shedder.limit, shedder.admits()]).toEqual([100, true]);
  });

  it('lets a burst pass that is over soon', () => {
    begin(100);
    for (let burst = 0; burst < 5; burst += 1) {
      db.longestWaitMs = 1_000;
      look(2);
      db.longestWaitMs = 0;
      look();
    }
    expect(shedder.limit).toBe(100);
  });

  it('has room for the next burst once the last is over, without its coming', () => {
    const ends = begin(100);
    db.longestWaitMs = 1_000;
    look(20);
    expect(shedder.limit).toBe(32);
    db.longestWaitMs = 0;
    for (const end of ends) end();
    look(50);
    expect(shedder.limit).toBe(100);
  });

  it('forgets the requests of a connection that is gone, once', () => {
    const ends = begin(5);
    socket.emit('close');
    expect(shedder.requestCount).toBe(0);
    for (const end of ends) end();
    expect(shedder.requestCount).toBe(0);
  });
});
