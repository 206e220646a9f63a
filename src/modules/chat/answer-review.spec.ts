import type { RevisionStatus } from '../documents/dto/document-types.js';
import type { TemporaryRevisionMark } from '../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { ChangeNotice } from '../search/search.service.js';
import { reviewAnswer, turnOf, WITHHELD } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';

const citation = (revisionId: string) =>
  ({
    revision_id: revisionId,
    quote: 'q',
    superseded: false,
    notices_of_change: [] as ChangeNotice[],
    discrepancies: [] as ChatMessage['citations'][number]['discrepancies'],
    temporary_revisions: [] as ChatMessage['citations'][number]['temporary_revisions'],
  }) as ChatMessage['citations'][number];
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
  refusal_reason: null,
  clarification: null,
  named_revisions: [],
  aircraft: null,
  model: 'm',
  confidence: 0.9,
  lease_until: null,
  followed_until: null,
  failure: null,
  remarks: [],
  created_at: new Date(0),
});
const statuses = (entries: Record<string, RevisionStatus>, documents: string[] = []) => ({
  statusOf: new Map(Object.entries(entries)),
  documents: new Set(documents),
  marksOn: () => ({ discrepancies: [], temporary_revisions: [] }),
});
const suggestion = (documentId: string) => ({
  document_id: documentId,
  title: `Title of ${documentId}`,
  version: '1',
  document_type: 'AMM',
  page_number: 1,
});

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

  it('suggests no document that may not be seen any more', () => {
    const refused: ChatMessage = {
      ...answer(),
      content: 'The documents do not answer.',
      answer_status: 'refused',
      warnings: [],
      suggestions: [suggestion('doc_1'), suggestion('doc_2')],
    };
    const { suggestions, content } = reviewAnswer(refused, statuses({}, ['doc_2']));
    expect(suggestions).toEqual([suggestion('doc_2')]);
    expect(content).toBe(refused.content);
  });

  it('points to no bulletin that may not be seen any more', () => {
    const notice = (documentId: string) => ({ document_id: documentId }) as ChangeNotice;
    const kept = answer('rev_1');
    kept.citations[0]!.notices_of_change = [notice('doc_1'), notice('doc_2')];
    const [cited] = reviewAnswer(kept, statuses({ rev_1: 'active' }, ['doc_2'])).citations;
    expect(cited?.notices_of_change).toEqual([notice('doc_2')]);
  });

  it('withholds a question back that names what may not be seen any more', () => {
    const asked: ChatMessage = {
      ...answer(),
      content: 'The part is in several figures: 32-41-00 Figure 1; 32-42-00 Figure 7. Which one do you mean?',
      answer_status: 'needs_clarification',
      warnings: [],
      suggestions: [suggestion('doc_1')],
      named_revisions: ['rev_1', 'rev_2'],
    };
    const both = statuses({ rev_1: 'active', rev_2: 'superseded' }, ['doc_1']);
    expect(reviewAnswer(asked, both)).toEqual(asked);
    const reviewed = reviewAnswer(asked, statuses({ rev_1: 'active' }, ['doc_1']));
    expect(reviewed).toMatchObject({ content: WITHHELD, answer_status: 'refused', suggestions: [] });
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

describe('turnOf', () => {
  it('leaves out what a source that is superseded or changed by now said', () => {
    expect(turnOf(answer('rev_1')).content).toContain('27 N·m');
    const review = (more: Partial<Parameters<typeof reviewAnswer>[1]>) =>
      turnOf(reviewAnswer(answer('rev_1', 'rev_2'), { ...statuses({ rev_1: 'active', rev_2: 'active' }), ...more }));
    expect(
      review({
        statusOf: new Map([
          ['rev_1', 'active'],
          ['rev_2', 'superseded'],
        ]),
      }).content,
    ).not.toContain('27');
    const mark = { number: 'TR 1', role: 'beneath', status: 'in_force', action: 'replace' } as TemporaryRevisionMark;
    for (const temporary_revisions of [[mark], [{ ...mark, role: 'overlay' as const, status: 'expired' as const }]]) {
      const { content } = review({ marksOn: () => ({ discrepancies: [], temporary_revisions }) });
      expect(content).not.toContain('27');
      expect(content).toContain('TR 1');
    }
  });
});
