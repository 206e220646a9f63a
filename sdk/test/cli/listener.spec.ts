import { listen, type ListenTerms } from '../../src/cli/events/listener.js';
import { EXIT, StopError } from '../../src/cli/exit.js';
import { createClient } from '../../src/index.js';
import { answer, refuse, ScriptedServer } from '../support/scripted-server.js';

const NOW = '2026-11-22T00:00:00.000Z';
const NONE = { pagination: { has_more: false } };

describe('listen', () => {
  let server: ScriptedServer;
  let end: AbortController;
  let asked: number[];
  let problems: (string | null)[];
  let forwarded: string[];
  beforeEach(async () => {
    server = await ScriptedServer.start();
    [end, asked, problems, forwarded] = [new AbortController(), [], [], []];
  });
  afterEach(() => server.stop());

  /** Until the abort, which `error` is then, or what ended it. */
  const run = async (
    terms: Partial<ListenTerms> = {},
    accessToken = (): Promise<string> => Promise.resolve('token'),
  ): Promise<unknown> => {
    const client = createClient({ baseUrl: server.baseUrl, accessToken });
    const all: ListenTerms = {
      ...{ target: new URL(`${server.baseUrl}/hook`), secret: 'whsec_c2VjcmV0', types: null },
      ...{ serverTime: () => Promise.resolve(NOW), pauses: { least: 40, most: 160 } },
      onForwarded: ({ id }) => forwarded.push(id),
      onProblem: (message) => problems.push(message),
      ...terms,
    };
    return listen(client, all, end.signal).catch((error: unknown) => error);
  };
  const endAfter = (count: number): boolean => asked.push(performance.now()) >= count && (end.abort(), true);
  const event = (id: string): object => ({ id, event: 'document.created', data: {}, timestamp: NOW });

  it('asks less often while nothing comes, and often again after an event', async () => {
    server.play(({ path }, response) => {
      if (path.endsWith('/hook')) return response.writeHead(200).end();
      endAfter(7);
      answer(response, asked.length === 5 ? [event('evt_1')] : [], NONE);
    });
    await run();
    const pauses = asked.slice(1).map((at, index) => at - asked[index]!);
    const least = [40, 80, 160, 160, 40, 80];
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(least[index]! - 5);
    expect(pauses[4]).toBeLessThan(150);
    expect(forwarded).toEqual(['evt_1']);
  });

  it('goes on after the sign-in could not be refreshed for a while', async () => {
    const failures = [new StopError('Down', EXIT.unavailable), new StopError('Locked', EXIT.stopped, true)];
    server.play((_request, response) => {
      endAfter(1);
      answer(response, [], NONE);
    });
    const token = (): Promise<string> => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve('token');
    };
    await run({}, token);
    expect([problems.slice(0, 2), server.received.length]).toEqual([['Down', 'Locked'], 1]);
  });

  it('ends when the sign-in has ended', async () => {
    const ended = new StopError('The sign-in has ended', EXIT.notSignedIn);
    expect(await run({}, () => Promise.reject(ended))).toBe(ended);
    expect(problems).toEqual([]);
  });

  it('goes on when the time cannot be asked after events were missed', async () => {
    const times = [NOW, new StopError('Down', EXIT.unavailable), '2026-11-23T00:00:00.000Z'];
    const serverTime = (): Promise<string> => {
      const next = times.shift()!;
      return typeof next === 'string' ? Promise.resolve(next) : Promise.reject(next);
    };
    server.play((_request, response, nth) => {
      if (nth === 0) return refuse(response, 410, 'GONE');
      endAfter(1);
      answer(response, [], NONE);
    });
    await run({ serverTime });
    expect(problems.slice(0, 2)).toEqual([expect.stringContaining('Events were missed'), 'Down']);
    expect(server.received.map(({ path }) => new URL(path, 'http://x').searchParams.get('from'))).toEqual([
      NOW,
      '2026-11-23T00:00:00.000Z',
    ]);
  });
});
