import type { Principal } from '../../../../common/principal/principal.js';
import type { Signals } from '../../../../common/database/signals.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { HEARTBEAT } from '../../../../common/streams/event-stream.js';
import { CallerCheck } from '../../../auth/sign-in/caller-check.service.js';
import type { NotificationRepository, NotificationRow } from '../notification.repository.js';
import { NotificationStream } from './notification-stream.service.js';

const OPTIONS = { per_user: 1, longest_ms: 60_000, heartbeat_ms: 60_000 };
const CALLER = {
  userId: 'user_1',
  permissions: new Set(['document.view']),
  credential: { type: 'session', sessionId: 'session_1', provenAt: null, mfaMissing: false },
} as unknown as Principal;

describe('NotificationStream', () => {
  let caller: () => Promise<Principal>;
  let rows: NotificationRow[];
  let looks: Principal[];
  let wake: (userId: string | null) => void;
  let gone: AbortController;

  beforeEach(() => {
    caller = () => Promise.resolve(CALLER);
    rows = [];
    looks = [];
    gone = new AbortController();
  });
  afterEach(() => {
    gone.abort();
    jest.useRealTimers();
  });

  const follow = (options: Partial<typeof OPTIONS> = {}): [AsyncGenerator<string>, NotificationStream] => {
    const notifications = {
      findPlace: () => Promise.resolve(null),
      listAfter: (reader: Principal, position: string) => {
        looks.push(reader);
        return Promise.resolve(rows.filter((row) => Number(row.position) > Number(position)));
      },
    } as unknown as NotificationRepository;
    const callers = Object.assign(Object.create(CallerCheck.prototype) as CallerCheck, { again: () => caller() });
    const signals = { on: (_name: string, hear: typeof wake) => (wake = hear) } as unknown as Signals;
    const streams = new NotificationStream(notifications, callers, { ...OPTIONS, ...options }, signals);
    return [streams.follow(CALLER, null, gone.signal), streams];
  };
  const come = (position: string): void => {
    const row = { id: `notification_${position}`, position, read_at: null, created_at: new Date(0) };
    rows.push(row as NotificationRow);
  };
  const rest = async (events: AsyncGenerator<string>): Promise<string[]> => {
    const told: string[] = [];
    for await (const event of events) told.push(event);
    return told;
  };

  it('says that it lives when there was nothing to tell for so long, and only then', async () => {
    jest.useFakeTimers();
    const [events] = follow({ heartbeat_ms: 50 });
    await events.next();
    const told = jest.fn();
    const beat = events.next().then(told);
    await jest.advanceTimersByTimeAsync(49);
    expect(told).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await beat;
    expect(told).toHaveBeenCalledWith({ done: false, value: HEARTBEAT });
    const next = events.next();
    come('1');
    wake('user_1');
    expect((await next).value).toContain('notification_1');
    const last = events.next();
    await jest.advanceTimersByTimeAsync(50);
    expect((await last).value).toBe(HEARTBEAT);
  });

  it('asks nothing of the database while there is no signal, however often it says that it lives', async () => {
    const [events] = follow({ heartbeat_ms: 5 });
    await events.next();
    for (let beat = 0; beat < 20; beat += 1) expect((await events.next()).value).toBe(HEARTBEAT);
    expect(looks).toHaveLength(1);
    wake('user_1');
    expect((await events.next()).value).toBe(HEARTBEAT);
    expect(looks).toHaveLength(2);
  });

  it('ends when it has lasted as long as one may', async () => {
    jest.useFakeTimers();
    const [events] = follow({ longest_ms: 60 });
    const told = jest.fn();
    const over = rest(events).then(told);
    await jest.advanceTimersByTimeAsync(59);
    expect(told).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await over;
    expect(told).toHaveBeenCalledWith([expect.any(String)]);
  });

  it.each<[string, () => Promise<Principal>]>([
    ['is not let in any more', () => Promise.reject(AppError.unauthorized('jwt', 'revoked'))],
    ['may not from where they are', () => Promise.reject(new AppError('FORBIDDEN', 'No'))],
    ['may see no documents any more', () => Promise.resolve({ ...CALLER, permissions: new Set() })],
    [
      'lacks a second factor',
      () => Promise.resolve({ ...CALLER, credential: { ...CALLER.credential, mfaMissing: true } }),
    ],
  ])('ends, and tells nothing more, when the caller %s', async (_name, then) => {
    const [events] = follow();
    await events.next();
    come('1');
    expect((await events.next()).value).toContain('notification_1');
    const next = events.next();
    come('2');
    caller = then;
    wake('user_1');
    expect(await next).toEqual({ done: true, value: undefined });
    expect(looks).toHaveLength(1);
  });

  it('fails when it cannot be found out who the caller is', async () => {
    const [events] = follow();
    await events.next();
    caller = () => Promise.reject(new Error('no database'));
    await expect(events.next()).rejects.toThrow('no database');
  });

  it('looks with the eyes that the caller has by now', async () => {
    const [events] = follow();
    await events.next();
    const moved = { ...CALLER, teamId: 'team_2' };
    caller = () => Promise.resolve(moved);
    come('1');
    await events.next();
    expect(looks).toEqual([moved]);
  });

  it('ends when the client is gone, and when the process stops', async () => {
    const [events] = follow();
    await events.next();
    const waiting = events.next();
    gone.abort();
    expect((await waiting).done).toBe(true);
    gone = new AbortController();
    const [others, streams] = follow();
    await others.next();
    const stopped = others.next();
    streams.beforeApplicationShutdown();
    expect((await stopped).done).toBe(true);
  });

  it('looks again at a signal for its user, or when some may have been missed, and at no other’s', async () => {
    const [events] = follow();
    await events.next();
    const next = events.next();
    await new Promise(setImmediate);
    wake('user_2');
    await new Promise(setImmediate);
    expect(looks).toHaveLength(1);
    come('1');
    wake(null);
    expect((await next).value).toContain('notification_1');
  });
});
