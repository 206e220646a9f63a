import type { RevisionStatus } from '../documents/dto/document-types.js';
import { reviewAnswer, WITHHELD } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';

const citation = (revisionId: string) =>
  ({ revision_id: revisionId, quote: 'q', superseded: false }) as ChatMessage['citations'][number];
const answer = (...revisions: string[]): ChatMessage => ({
  id: 'msg_1',
  session_id: 'chat_1',
  role: 'assistant',
  content: 'Torque it to 27 N·m. [1]',
  status: 'complete',
  answer_status: 'grounded',
  citations: revisions.map(citation),
  warnings: [{ kind: 'warning', text: 'WARNING: HOT.', citation: 1 }],
  suggestions: [],
  model: 'm',
  lease_until: null,
  followed_until: null,
  failure: null,
  remarks: [],
  created_at: new Date(0),
});
const statuses = (entries: Record<string, RevisionStatus>) => new Map(Object.entries(entries));

describe('reviewAnswer', () => {
  it('leaves an answer from active revisions as it was', () => {
    expect(reviewAnswer(answer('rev_1'), statuses({ rev_1: 'active' }))).toEqual(answer('rev_1'));
  });

  it.each<RevisionStatus>(['superseded', 'withdrawn'])('marks a source that is %s by now', (status) => {
    const { content, citations } = reviewAnswer(answer('rev_1', 'rev_2'), statuses({ rev_1: 'active', rev_2: status }));
    expect(citations.map(({ superseded }) => superseded)).toEqual([false, true]);
    expect(content).toContain('27 N·m');
  });

  it('withholds an answer one of whose sources may not be seen any more', () => {
    const reviewed = reviewAnswer(answer('rev_1', 'rev_2'), statuses({ rev_1: 'active' }));
    expect(reviewed).toMatchObject({ content: WITHHELD, answer_status: 'refused', citations: [], warnings: [] });
  });

  it('leaves questions alone', () => {
    const question: ChatMessage = {
      ...answer(),
      role: 'user',
      answer_status: null,
      content: 'How tight?',
      warnings: [],
    };
    expect(reviewAnswer(question, statuses({}))).toEqual(question);
  });
});
