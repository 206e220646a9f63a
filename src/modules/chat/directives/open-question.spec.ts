import { openQuestionOf } from './open-question.js';

describe('a question about what is open on an aircraft', () => {
  it.each([
    ['What is open on SE-KXA?', {}, null],
    ['What is open on SE-KXA, due within 100 h?', { hours: 100 }, null],
    [
      'Which ADs are due on SE-KXA in the next 100 flight hours or 30 days?',
      { hours: 100, days: 30 },
      'airworthiness_directive',
    ],
    ['Which service bulletins are outstanding on MSN 5012?', {}, 'service_bulletin'],
    ['Which ADs and SBs are open on SE-KXA?', {}, null],
    ['what becomes due within 50.5 FH and 40 cycles', { hours: 50.5, cycles: 40 }, null],
  ])('%s', (text, within, kind) => {
    expect(openQuestionOf(text)).toEqual({ within, kind });
  });

  it.each([
    'Why is the AD open on SE-KXA?',
    'Is AD CADN-2026-0031 open on SE-KXA?',
    'What is open on SE-KXA, not due within 100 h?',
    'What is due within 100 h or 200 h on SE-KXA?',
    'How do I open the door of SE-KXA?',
    'What is the torque due to the lubricated threads on SE-KXA?',
    'Which ADs are overdue on SE-KXA?',
    'What is open on SE-KXA in 2 weeks?',
    'What was done on SE-KXA?',
    'Is it open?',
    'What is due at 9300 h on SE-KXA?',
    'Tell me what is open of the AD on SE-KXA',
  ])('is not: %s', (text) => {
    expect(openQuestionOf(text)).toBeNull();
  });
});
