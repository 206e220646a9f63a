import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import type { EvidencePassage } from '../answer.types.js';
import { readQuestion } from '../question/asked-question.js';
import { rateCandidates, type Candidate } from './candidates.js';
import { wholeSteps } from './whole-steps.js';

const LIST = Array.from({ length: 30 }, (_, index) => `(${index + 1}) Do action ${index + 1}.`);

/** The texts of what is quoted if the units with these words are chosen, the first as the best. */
async function quotedFrom(
  passages: EvidencePassage[],
  ...words: string[]
): Promise<{ texts: string[]; isCut: boolean }> {
  const question = await readQuestion('What is done?', { asked: 'What is done?', copilot: null, aircraft: [] });
  const rated = await rateCandidates(question, passages, { embeddings: null });
  const chosen = words.map((word, rank): Candidate => {
    const found = rated.find(({ unit }) => unit.text.includes(word))!;
    found.score = -rank;
    return found;
  });
  const { quoted, isCut } = wholeSteps(chosen, rated);
  return { texts: quoted.map(({ unit }) => unit.text), isCut };
}

describe('wholeSteps', () => {
  it('adds the steps between two of a section, and nothing around them', async () => {
    const { texts, isCut } = await quotedFrom([evidencePassage(LIST.slice(0, 9).join('\n'))], 'action 6', 'action 3');
    expect(texts).toEqual(LIST.slice(2, 6));
    expect(isCut).toBe(false);
  });

  it('adds them across passages and pages', async () => {
    const passages = [
      evidencePassage(LIST.slice(0, 3).join('\n')),
      evidencePassage(LIST.slice(3, 5).join('\n'), { page_number: 13, start: 0 }),
    ];
    expect((await quotedFrom(passages, 'action 2', 'action 5')).texts).toEqual(LIST.slice(1, 5));
  });

  it('keeps the steps around the best one if one between is not in the evidence', async () => {
    const passages = [
      evidencePassage(LIST.slice(0, 3).join('\n')),
      evidencePassage(LIST.slice(4, 6).join('\n'), { page_number: 13, start: 0 }),
    ];
    expect(await quotedFrom(passages, 'action 6', 'action 5', 'action 2')).toEqual({
      texts: LIST.slice(4, 6),
      isCut: true,
    });
  });

  it('ends after twenty steps', async () => {
    const { texts, isCut } = await quotedFrom([evidencePassage(LIST.join('\n'))], 'action 1.', 'action 30');
    expect(texts).toEqual(LIST.slice(0, 20));
    expect(isCut).toBe(true);
  });

  it('keeps the sentences of a step together', async () => {
    const text =
      '(1) Turn the wheel.\n(2) Torque the nut to 270 N·m. Turn the wheel meanwhile. Use dry threads.\n(3) Stop.';
    const whole = ['(2) Torque the nut to 270 N·m.', 'Turn the wheel meanwhile.', 'Use dry threads.'];
    expect((await quotedFrom([evidencePassage(text)], '270 N·m')).texts).toEqual(whole);
    expect((await quotedFrom([evidencePassage(text)], 'dry threads')).texts).toEqual(whole);
  });

  it.each([
    ['letters', ['(a) Torque the nut to 270 N·m.', '(b) Loosen it.', '(c) Torque the nut to 75 N·m.']],
    ['bullets', ['• Torque the nut to 270 N·m.', '• Loosen it.', '• Torque the nut to 75 N·m.']],
    ['decimals', ['4.1. Torque the nut to 270 N·m.', '4.2. Loosen it.', '4.3. Torque the nut to 75 N·m.']],
  ])('adds steps between two with %s', async (_, lines) => {
    expect(await quotedFrom([evidencePassage(lines.join('\n'))], '270', '75')).toEqual({ texts: lines, isCut: false });
  });

  it.each([
    ['in capitals', '(a) Torque the nut to 270 N·m.\n(b) LOOSEN THE NUT FULLY\n(c) Torque the nut to 75 N·m.'],
    ['that is missing', '(a) Torque the nut to 270 N·m.\n(c) Torque the nut to 75 N·m.'],
    ['that is missing in decimals', '4.1. Torque the nut to 270 N·m.\n4.3. Torque the nut to 75 N·m.'],
    ['under another heading', 'A. MAIN\n(1) Torque the nut to 270 N·m.\nB. NOSE\n(1) Torque the nut to 75 N·m.'],
    ['of another list', '(1) Torque the nut to 270 N·m.\n(2) Stop.\n(1) Torque the nut to 75 N·m.'],
  ])('keeps apart what is on both sides of a step %s', async (_, text) => {
    const { texts, isCut } = await quotedFrom([evidencePassage(text)], '270', '75');
    expect([texts.length, isCut]).toEqual([1, true]);
    expect(texts[0]).toContain('270');
  });

  it('keeps apart what is on both sides of a step that is cut off at the end of a page', async () => {
    const passages = [
      evidencePassage('(a) Torque the nut to 270 N·m.\n(b) Loosen the nut, refer to'),
      evidencePassage('(c) Torque the nut to 75 N·m.', { page_number: 13, start: 0 }),
    ];
    expect(await quotedFrom(passages, '270', '75')).toEqual({ texts: ['(a) Torque the nut to 270 N·m.'], isCut: true });
  });

  it('follows nested lists', async () => {
    const lines = ['4. Torque the nut to 270 N·m.', '(1) Turn it.', '(2) Loosen it.', '5. Torque the nut to 75 N·m.'];
    expect((await quotedFrom([evidencePassage(lines.join('\n'))], '270', '75')).texts).toEqual(lines);
    const open = '(2) Torque to 270 N·m.\n(3) Do these steps:\n(a) Loosen it.\n(b) Turn it.\n(4) Torque to 75 N·m.';
    const { texts, isCut } = await quotedFrom([evidencePassage(open)], '270', '75');
    // The open line is quoted with its first sub-step.
    expect([texts.length, isCut]).toEqual([4, false]);
  });

  it('continues the step in which a passage begins', async () => {
    const first = evidencePassage('(1) Torque the nut to 270 N·m.\n(2) Loosen the nut.');
    const rest = { page_number: 13, start: 0, facts: { step: ['(2)'] } };
    const second = evidencePassage('Turn it meanwhile.\n(3) Torque the nut to 75 N·m.', rest);
    expect((await quotedFrom([first, second], '270', '75')).texts).toHaveLength(4);
    const elsewhere = { ...second, facts: { step: ['(7)'] } };
    expect((await quotedFrom([first, elsewhere], '270', '75')).isCut).toBe(true);
  });

  it('takes a paragraph for part of its step if the next step follows, and a note', async () => {
    const text = '(1) Torque the nut to 270 N·m.\nUse 300 N·m if the threads are dry.\n(2) Stop.\nThe nut is of steel.';
    expect((await quotedFrom([evidencePassage(text)], '270')).texts).toHaveLength(2);
    expect((await quotedFrom([evidencePassage(text)], 'Stop')).texts).toEqual(['(2) Stop.', 'The nut is of steel.']);
    const prose = Array.from({ length: 5 }, (_, n) => `The nut has property ${n}.`).join('\n');
    expect((await quotedFrom([evidencePassage(`(2) Stop.\n${prose}`)], 'Stop')).texts).toEqual(['(2) Stop.']);
    const note = '(1) Torque the nut to 270 N·m.\nNOTE: This value is for dry threads.\nThe nut is of steel.';
    expect((await quotedFrom([evidencePassage(note)], '270')).texts).toEqual(note.split('\n'));
  });

  it.each([
    ['another list', ['(2) Torque the nut to 270 N·m.'], '(3) Torque the nut to 75 N·m.', ['B.', '(3)']],
    ['a list of a later step', ['(2) Torque the nut to 270 N·m.'], '(a) Torque the nut to 75 N·m.', ['(5)', '(a)']],
    ['bullets that can lack one', ['• Torque the nut to 270 N·m.', '• Turn it.'], '• Torque the nut to 75 N·m.', ['•']],
  ])('keeps apart a passage that begins in %s', async (_, lines, later, step) => {
    const passages = [evidencePassage(lines.join('\n')), evidencePassage(later, { start: 5000, facts: { step } })];
    const { texts, isCut } = await quotedFrom(passages, '270', '75');
    expect([texts, isCut]).toEqual([lines.slice(0, 1), true]);
  });

  it.each([
    ['a checklist', ['BAT 1 SWITCH ........ ON', 'APU FIRE TEST ........ PERFORM', 'BAT 2 SWITCH ........ ON']],
    ['worded steps', ['Step 1. Set BAT 1 SWITCH.', 'Step 2. Do the test.', 'Step 3. Set BAT 2 SWITCH.']],
  ])('adds what is between two items of %s', async (_, lines) => {
    const { texts } = await quotedFrom([evidencePassage(lines.join('\n'))], 'BAT 1', 'BAT 2');
    expect(texts.join(' ')).toBe(lines.join(' '));
  });

  it('ends around the best of too many steps', async () => {
    const { texts, isCut } = await quotedFrom([evidencePassage(LIST.join('\n'))], 'action 30', 'action 1.');
    expect(texts).toEqual(LIST.slice(10));
    expect(isCut).toBe(true);
  });

  it('does not join sections, rows and sentences', async () => {
    const passages = [
      evidencePassage(LIST.slice(0, 2).join('\n')),
      evidencePassage(LIST.slice(2, 4).join('\n'), { section: 'Other', page_number: 13 }),
    ];
    expect((await quotedFrom(passages, 'action 1', 'action 4')).texts).toEqual([LIST[0], LIST[3]]);
    const prose = 'The pump has a filter. The filter is of paper. The pump has a valve.';
    expect((await quotedFrom([evidencePassage(prose)], 'filter.', 'valve.')).texts).toHaveLength(2);
  });
});
