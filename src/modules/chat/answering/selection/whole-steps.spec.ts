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
