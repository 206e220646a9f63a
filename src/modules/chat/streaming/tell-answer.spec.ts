import type { Citation } from '../answering/answer.types.js';
import { tellAnswer } from './tell-answer.js';

const citation = (index: number): Citation => ({ index, quote: `Q${index}` }) as Citation;

describe('tellAnswer', () => {
  it('tells notices first, each citation once and before the text that names it, and all of the content', () => {
    const told: string[] = [];
    let content = '';
    const answer = {
      content: 'WARNING: HOT. [1]\n\nA. Open the valve. [2]\nB. Close it. [1][3]',
      citations: [citation(1), citation(2), citation(3), citation(4)],
      warnings: [{ kind: 'warning' as const, text: 'WARNING: HOT.', citation: 1 }],
    };
    tellAnswer(answer, {
      delta: (text) => {
        content += text;
        told.push(text.trim());
      },
      citation: ({ index }) => told.push(`c${index}`),
      warning: ({ text }) => told.push(`w ${text}`),
    });
    expect(content).toBe(answer.content);
    expect(told).toEqual([
      'c1',
      'w WARNING: HOT.',
      'WARNING: HOT. [1]',
      'c2',
      'A. Open the valve. [2]',
      'c3',
      'B. Close it. [1][3]',
      'c4',
    ]);
  });
});
