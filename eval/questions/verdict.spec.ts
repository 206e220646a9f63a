import type { Outcome } from './ask-questions.js';
import { scoreAnswers, wilsonInterval } from './score-answers.js';
import { verdictOf, type Verdict } from './verdict.js';

const NO_FINDINGS = { citations: 0, correct: 0, claims: 0, uncited: [], unsupported: [], unquoted: [], leftOut: [] };

function outcome(
  content: string | null,
  { citesRightPage = false, ...question }: object & { citesRightPage?: boolean } = {},
) {
  const asked = {
    question: 'How tight?',
    places: [{ page: 1 }],
    answers: ['27 N·m'],
    says: null,
    not: ['30 N·m'],
    unanswerable: false,
    ...question,
  };
  const message = {
    content: content ?? '',
    answer_status: content === null ? 'refused' : 'grounded',
    citations: [],
    warnings: [],
  };
  return { question: asked, message, citesRightPage, findings: NO_FINDINGS, rank: null } as unknown as Outcome;
}

const TO_SAY = { answers: [], says: 'It applies.' };
const RATED_DOWN = { places: [], answers: [] };
const NO_ANSWER = { ...RATED_DOWN, not: [], unanswerable: true };

describe('the verdict', () => {
  it.each<[name: string, Outcome, Verdict | null]>([
    ['an answer with the value', outcome('Torque to 27 N·m.'), 'right'],
    ['an answer of the right page without the value', outcome('See table 2.', { citesRightPage: true }), 'half'],
    ['an answer of another page', outcome('Torque to 99 N·m.'), 'wrong'],
    ['a superseded value beside the right one', outcome('27 N·m, before 30 N·m', { citesRightPage: true }), 'wrong'],
    ['what the service must say', outcome('It applies.', TO_SAY), 'right'],
    ['another verdict', outcome('It does not.', { ...TO_SAY, citesRightPage: true }), 'wrong'],
    ['a refusal', outcome(null), 'refused'],
    ['a refusal of an unanswerable question', outcome(null, NO_ANSWER), 'right'],
    ['an answer to an unanswerable question', outcome('27 N·m', NO_ANSWER), 'wrong'],
    ['an answer rated down, given again', outcome('30 N·m', RATED_DOWN), 'wrong'],
    ['another answer than the one rated down', outcome('27 N·m', RATED_DOWN), null],
  ])('on %s', (_, given, verdict) => {
    expect(verdictOf(given)).toBe(verdict);
  });

  it('weighs a wrong value ten times a wrong refusal', () => {
    const outcomes = [outcome('27 N·m'), outcome(null), outcome('99 N·m'), outcome('see', { citesRightPage: true })];
    const { worth, 'no wrong answer': safe } = scoreAnswers(outcomes);
    expect([worth?.value, safe]).toEqual([1 - 11.5 / 4 / 10, { value: 0.75, of: 4 }]);
  });
});

// Wilson (1927); the values are those of Newcombe (1998), table I.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('has the interval of %i of %i', (part, of, low, high) => {
  const interval = wilsonInterval({ value: part / of, of }).map((bound) => Number(bound.toFixed(4)));
  expect(interval).toEqual([low, high]);
});
