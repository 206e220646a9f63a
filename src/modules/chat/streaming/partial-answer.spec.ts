import type { AnswerEvent } from './answer-events.js';
import { partialAnswer } from './partial-answer.js';

const events = (...told: [AnswerEvent['event'], object][]): AnswerEvent[] =>
  told.map(([event, data], index) => ({ id: index + 1, event, data }));
const warning = { kind: 'warning', text: 'WARNING: HOT.\nIT CAN BURN YOU.', citation: 3 };
const caution = { kind: 'caution', text: 'CAUTION: FRAGILE. COSTS $& MUCH.', citation: 1 };

describe('partialAnswer', () => {
  it('puts notices first that were told where their step came', () => {
    const said = partialAnswer(
      events(
        ['message.delta', { content: '', message_id: 'msg_1' }],
        ['citation', { index: 1 }],
        ['citation', { index: 2 }],
        ['warning', caution],
        ['message.delta', { content: `${caution.text} [1]\n\nOpen the valve. [2]` }],
        ['citation', { index: 3 }],
        ['warning', warning],
        ['message.delta', { content: `\n\n${warning.text} [3]\n\nTouch the pipe. [2]` }],
        ['message.delta', { content: '\nClose the valve. [2]' }],
      ),
    );
    expect(said.content).toBe(
      `${warning.text} [3]\n${caution.text} [1]\n\nOpen the valve. [2]\nTouch the pipe. [2]\nClose the valve. [2]`,
    );
    expect(said.warnings).toEqual([warning, caution]);
    expect(said.citations).toEqual([{ index: 1 }, { index: 2 }, { index: 3 }]);
  });

  it('has the notice whose text was not told any more', () => {
    const said = partialAnswer(events(['message.delta', { content: 'Open it. [2]' }], ['warning', warning]));
    expect(said.content).toBe(`${warning.text} [3]\n\nOpen it. [2]`);
  });

  it('is nothing when nothing was told', () => {
    expect(partialAnswer(events(['message.delta', { content: '' }]))).toEqual({
      content: '',
      citations: [],
      warnings: [],
    });
  });
});
