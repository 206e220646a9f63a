import { wordEmbeddings as embeddings } from '../../../../../test/support/manuals/word-embeddings.js';
import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { Answer, AnswerRequest, EvidencePassage } from '../answer.types.js';
import { chosenOption, withChosenOption } from '../question/retrieval-query.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';

const ask = (question: string, evidence: EvidencePassage[], more: Partial<AnswerRequest> = {}): Promise<Answer> =>
  new ExtractiveAnswerer(embeddings).answer({ question, history: [], copilot_type: 'mro', evidence, ...more });

/** Statements of a running footer, behind the text of the page. */
const footer = (page_number: number, ...values: string[]): Effectivity[] =>
  values.map((value, n) => ({ text: value, value, reach: 'page', page_number, start: 5_000 + n, end: 5_010 + n }));

const within = (passage: EvidencePassage, effectivity: Effectivity[]): EvidencePassage => ({
  ...passage,
  facts: { ...passage.facts, effectivity },
});
const wheel = (which: string, torque: string, page: number, ...statements: string[]): EvidencePassage =>
  within(
    evidencePassage(`(1) Install the wheel.\n(2) Torque the axle nut to ${torque}.`, {
      section: `32-41-00 WHEELS › Task 32-41-00-400-80${page} Installation of the ${which} wheel › 3. Procedure`,
      page_number: page,
    }),
    footer(page, ...statements),
  );
const EARLY = wheel('nose', '110 N·m', 2, 'MSN 5001-5048');
const LATE = wheel('nose', '130 N·m', 3, 'MSN 5049-5120');
const MAIN = wheel('main', '270 N·m', 4, 'ALL');
const QUESTION = 'What is the torque of the axle nut?';
const optionsOf = ({ clarification }: Answer): string[] | undefined => clarification?.options.map(({ text }) => text);

describe('branches for other aircraft', () => {
  it('are asked about with their statements, and answered for the one that is chosen', async () => {
    const back = await ask(QUESTION, [EARLY, LATE]);
    expect(optionsOf(back)?.sort()).toEqual(['MSN 5001-5048', 'MSN 5049-5120']);
    const history = [
      { role: 'user' as const, content: QUESTION },
      { role: 'assistant' as const, content: back.content, options: optionsOf(back)! },
    ];
    const question = withChosenOption('MSN 5049-5120', history);
    const chosen = await ask(question, [EARLY, LATE], { history, branch: chosenOption('MSN 5049-5120', history) });
    expect(chosen.content).toContain('130 N·m');
    expect(chosen.content).not.toContain('110 N·m');
  });

  it('come after parts that differ', async () => {
    expect(optionsOf(await ask(QUESTION, [EARLY, LATE, MAIN]))?.sort()).toEqual(['main wheel', 'nose']);
    const nose = await ask('What is the torque of the axle nut of the nose wheel?', [EARLY, LATE, MAIN]);
    expect(optionsOf(nose)?.sort()).toEqual(['MSN 5001-5048', 'MSN 5049-5120']);
  });

  it('are not chosen by words of a question that was not asked back', async () => {
    const before = wheel('nose', '110 N·m', 2, 'PRE SB TR46-32-018');
    const after = wheel('nose', '130 N·m', 3, 'POST SB TR46-32-018');
    const question = 'Torque of the axle nut on an aircraft that is not POST SB TR46-32-018?';
    const answer = await ask(question, [before, after]);
    expect(answer.answer_status).not.toBe('grounded');
  });

  it('are not made of statements that exclude each other on one page', async () => {
    const both = wheel('nose', '110 N·m', 2, 'MSN 5001-5048', 'PRE SB X-1', 'POST SB X-1');
    const answer = await ask(QUESTION, [both, within(LATE, footer(3, 'PRE SB X-1', 'POST SB X-1'))]);
    expect(optionsOf(answer) ?? []).toEqual([]);
  });

  it('are asked about before a procedure that has steps of both', async () => {
    const text = '(1) Clean the axle.\n(2) [MSN 5001-5048] Torque the axle nut to 110 N·m.\n(3) [MSN 5049-5120] Torque the axle nut to 130 N·m.\n(4) Close the panel.'; // prettier-ignore
    const passage = evidencePassage(text, {
      section: '32-41-00 WHEELS › Installation of the nose wheel › 3. Procedure',
    });
    const effectivity = [...text.matchAll(/\[(MSN [\d-]+)\]/gu)].map(({ 1: value, index }): Effectivity => ({
      ...{ text: value!, value: value!, reach: 'block', page_number: passage.page_number },
      ...{ start: passage.start + index + 1, end: passage.start + index + 14 },
    }));
    const answer = await ask('How do I install the nose wheel?', [within(passage, effectivity)]);
    expect(answer.answer_status).toBe('needs_clarification');
  });
});
