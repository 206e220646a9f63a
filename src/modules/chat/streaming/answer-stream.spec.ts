import type { Principal } from '../../../common/auth/principal.js';
import type { Signals } from '../../../common/database/signals.js';
import { HEARTBEAT } from '../../../common/http/event-stream.js';
import type { StreamOptions } from '../../../common/http/stream-options.js';
import { Wakeups } from '../../../common/http/wakeups.js';
import type { AnswerReviewer } from '../answer-reviewer.service.js';
import type { ChatMessage } from '../chat-message.entity.js';
import type { ChatRepository } from '../chat.repository.js';
import type { AbandonedAnswers } from './abandoned-answers.js';
import type { ToldEvent } from './answer-events.js';
import type { AnswerMaker } from './answer-maker.js';
import type { AnswerStateRepository } from './answer-state.repository.js';
import { AnswerStream } from './answer-stream.service.js';

const REFERENCE = { session_id: 'chat_1', message_id: 'msg_1' };
const FIRST: ToldEvent = { id: 1, event: 'message.delta', data: { content: '' } };

/** A stream of an answer of which nothing more is told, made on another node. */
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
  it('carries a comment each time that the rest was long enough, and none before', async () => {
    const startedAt = performance.now();
    const chunks: string[] = [];
    for await (const chunk of silent({ heartbeat_ms: 300 })) {
      chunks.push(chunk);
      if (chunks.length === 3) break;
    }
    expect(chunks[0]).toContain('id: 1');
    expect(chunks.slice(1)).toEqual([HEARTBEAT, HEARTBEAT]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(600);
  });

  it('is closed when it has lasted long enough, without a last event', async () => {
    const chunks: string[] = [];
    for await (const chunk of silent({ longest_ms: 100 })) chunks.push(chunk);
    expect(chunks).toHaveLength(1);
  });
});
