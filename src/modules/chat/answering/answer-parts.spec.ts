import { evidenceNotice, evidencePassage } from '../../../../test/factories/evidence.factory.js';
import { answerParts, type AnswerPart } from './answer-parts.js';
import type { EvidencePassage } from './answer.types.js';
import { enforceSafeAnswer } from './checks/safe-answer.js';

/** The parts of an answer that quotes these lines, each from the passage with its number. */
function partsOf(passages: EvidencePassage[], lines: [text: string, passage: number][], value?: string): AnswerPart[] {
  const sentences = lines.map(([text, passage]) => ({ text, citations: [passage] }));
  const { citations, dropped, ...answer } = enforceSafeAnswer({ sentences }, passages);
  expect(dropped).toEqual([]);
  return answerParts({
    ...answer,
    citations: citations.map((one) => ({ ...one, value: value && one.quote.includes(value) ? value : null })),
  });
}

describe('answerParts', () => {
  const steps = ['(4) Torque the axle nut to 27 N·m.', '(5) Loosen the nut.', '(6) Torque the axle nut to 7 N·m.'];
  const lines = steps.map((step): [string, number] => [step, 1]);

  it('has the notices, the value, then the steps as one', () => {
    const notices = [evidenceNotice('warning', 'WARNING: KEEP CLEAR.')];
    const passage = evidencePassage(steps.join('\n'), { notices });
    expect(partsOf([passage], lines, '27 N·m')).toEqual([
      { kind: 'notice', text: 'WARNING: KEEP CLEAR.', citations: [1] },
      { kind: 'value', text: '27 N·m', citations: [2] },
      { kind: 'steps', text: steps.join('\n'), citations: [2, 3, 4] },
    ]);
  });

  it('starts another part with another section', () => {
    const other = evidencePassage('(1) Install the pin.', { section: 'Other task', page_number: 13 });
    const parts = partsOf([evidencePassage(steps.join('\n')), other], [...lines, ['(1) Install the pin.', 2]]);
    expect(parts.map(({ kind, citations }) => [kind, citations])).toEqual([
      ['steps', [1, 2, 3]],
      ['steps', [4]],
    ]);
  });

  it('keeps steps apart if one between them is left out', () => {
    expect(partsOf([evidencePassage(steps.join('\n'))], [lines[0]!, lines[2]!]).map(({ kind }) => kind)).toEqual([
      'steps',
      'steps',
    ]);
  });

  it('takes a step with wide gaps for a step', () => {
    const text = '(1) Set the switch  to OFF';
    expect(partsOf([evidencePassage(text)], [[text, 1]])[0]?.kind).toBe('steps');
  });

  it('keeps a row with its titles, and a sentence apart from it', () => {
    const table = 'Fastener | Torque\nAxle nut | 27 N·m\nThe table is for dry threads.';
    const parts = partsOf(
      [evidencePassage(table)],
      [
        ['Fastener | Torque\nAxle nut | 27 N·m', 1],
        ['The table is for dry threads.', 1],
      ],
    );
    expect(parts).toEqual([
      { kind: 'table', text: 'Fastener | Torque\nAxle nut | 27 N·m', citations: [1] },
      { kind: 'text', text: 'The table is for dry threads.', citations: [2] },
    ]);
  });

  it('tells what the quoted text applies to, by the narrowest statement', () => {
    const statement = { text: '', reach: 'section' as const, page_number: 12, start: 0, end: 0 };
    const facts = { effectivity: ['ALL', 'MSN 0001-0345'].map((value) => ({ ...statement, value })) };
    const passages = [evidencePassage(steps.join('\n'), { effectivity: 'HST-72 all', facts })];
    expect(partsOf(passages, lines).at(-1)).toEqual({
      kind: 'applicability',
      text: 'MSN 0001-0345',
      citations: [1, 2, 3],
    });
    const plain = [evidencePassage(steps.join('\n'), { effectivity: 'HST-72 all' })];
    expect(partsOf(plain, lines).at(-1)?.text).toBe('HST-72 all');
  });

  it('has all of the content once, and none without a citation', () => {
    const passage = evidencePassage(steps.join('\n'), { notices: [evidenceNotice('caution', 'CAUTION: HOT.')] });
    const sentences = lines.map(([text]) => ({ text, citations: [1] }));
    const answer = enforceSafeAnswer({ sentences }, [passage]);
    const printed = answerParts(answer).map(({ text }) => text);
    expect(printed.join('\n')).toBe(answer.content.replace(/ \[\d+\]/gu, '').replace('\n\n', '\n'));
    expect(answerParts({ content: 'I do not know.', citations: [], warnings: [] })).toEqual([]);
  });
});
