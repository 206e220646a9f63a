import { collect } from '../../../../test/support/collect.js';
import type { Principal } from '../../../common/principal/principal.js';
import type { Signals } from '../../../common/database/signals.js';
import { HEARTBEAT } from '../../../common/streams/event-stream.js';
import type { StreamOptions } from '../../../common/streams/stream-options.js';
import { Wakeups } from '../../../common/streams/wakeups.js';
import type { AnswerReviewer } from '../answer-reviewer.service.js';
import type { ChatMessage } from '../chat-message.entity.js';
import type { ChatRepository } from '../chat.repository.js';
import type { AbandonedAnswers } from './abandoned-answers.js';
import type { AnswerEvent } from './answer-events.js';
import type { AnswerMaker } from './answer-maker.js';
import type { AnswerStateRepository } from './answer-state.repository.js';
import { AnswerStream } from './answer-stream.service.js';

const REFERENCE = { session_id: 'chat_1', message_id: 'msg_1' };
const FIRST: AnswerEvent = { id: 1, event: 'message.delta', data: { content: '' } };

/** A stream of an answer made on another node, without further events. */
function silent(options: Partial<StreamOptions>): AsyncGenerator<string> {
  const stream = new AnswerStream(
    { findMessage: () => Promise.resolve({ status: 'streaming' } as ChatMessage) } as unknown as ChatRepository,
    {
      eventsAfter: (_: string, id: number) => Promise.resolve(id < 1 ? [FIRST] : []),
      renewFollowing: () => Promise.resolve(),
    } as unknown as AnswerStateRepository,
    { fail: () => Promise.resolve(false) } as unknown as AbandonedAnswers,
    { makes: () => false } as unknown as AnswerMaker,
    {} as AnswerReviewer,
    new Wakeups(),
    { per_user: 1, longest_ms: 60_000, heartbeat_ms: 60_000, ...options },
    { on: () => undefined } as unknown as Signals,
  );
  return stream.follow({} as Principal, REFERENCE, 0, new AbortController().signal);
}

describe('a stream on which nothing is told', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('carries a comment each time that the rest was long enough, and none before', async () => {
    const stream = silent({ heartbeat_ms: 300 });
    expect((await stream.next()).value).toContain('id: 1');
    for (let beats = 0; beats < 2; beats += 1) {
      const told = jest.fn();
      const beat = stream.next().then(told);
      await jest.advanceTimersByTimeAsync(299);
      expect(told).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      await beat;
      expect(told).toHaveBeenCalledWith({ done: false, value: HEARTBEAT });
    }
  });

  it('is closed when it has lasted long enough, without a last event', async () => {
    const chunks = collect(silent({ longest_ms: 100 }));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await chunks).toHaveLength(1);
  });
});

describe('a stream of a process that stops', () => {
  it('has the end of an answer that ends while the stream looks at it', async () => {
    let isMade = true;
    const find = (): Promise<ChatMessage> => {
      const message = { id: 'msg_1', status: isMade ? 'streaming' : 'failed', content: '', citations: [] };
      isMade = false;
      return Promise.resolve(message as unknown as ChatMessage);
    };
    const wakeups = new Wakeups();
    const stream = new AnswerStream(
      { findMessage: find } as unknown as ChatRepository,
      {
        eventsAfter: (_: string, id: number) => Promise.resolve(id < 1 ? [FIRST] : []),
        renewFollowing: () => Promise.resolve(wakeups.wakeAll()),
      } as unknown as AnswerStateRepository,
      { fail: () => Promise.resolve(false) } as unknown as AbandonedAnswers,
      { makes: () => isMade } as unknown as AnswerMaker,
      { review: (_: Principal, messages: ChatMessage[]) => Promise.resolve(messages) } as unknown as AnswerReviewer,
      wakeups,
      { per_user: 1, longest_ms: 60_000, heartbeat_ms: 60_000 },
      { on: () => undefined } as unknown as Signals,
    );
    stream.beforeApplicationShutdown();
    const chunks = await collect(stream.follow({} as Principal, REFERENCE, 0, new AbortController().signal));
    expect(chunks.at(-1)).toContain('event: error');
  });
});
