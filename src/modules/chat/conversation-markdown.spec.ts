import type { Citation } from './answering/answer.types.js';
import type { ChatMessage } from './chat-message.entity.js';
import { messageMarkdown } from './conversation-markdown.js';

const message = (more: Partial<ChatMessage>): ChatMessage =>
  ({
    role: 'assistant',
    status: 'complete',
    content: '',
    warnings: [],
    citations: [],
    created_at: new Date(0),
    ...more,
  }) as ChatMessage;

describe('messageMarkdown', () => {
  it('says what an answer is that did not come to its end', () => {
    expect(messageMarkdown(message({ status: 'stopped', content: 'A.' }))).toContain('stopped before its end');
    expect(messageMarkdown(message({ status: 'failed' }))).toContain('could not be made');
  });

  it('lets nothing that was written be markup', () => {
    const content = '# Big\n- <img src=x onerror=alert(1)> [a](javascript:x) `c` 1. x\n2. y';
    const text = messageMarkdown(message({ content }));
    expect(text).toContain(
      '\\# Big\n\n\\- \\<img src=x onerror=alert(1)\\> \\[a\\](javascript:x) \\`c\\` 1. x\n\n2\\. y',
    );
  });

  it('marks a source that was superseded', () => {
    const citation = { index: 1, title: 'AMM', version: '4', page_number: 2, section: '', quote: 'A.' } as Citation;
    const sources = [citation, { ...citation, index: 2, superseded: true }];
    const lines = messageMarkdown(message({ content: 'A.', citations: sources })).split('\n');
    expect(lines.filter((line) => line.includes('(superseded)'))).toEqual([expect.stringContaining('\\[2\\]')]);
  });
});
