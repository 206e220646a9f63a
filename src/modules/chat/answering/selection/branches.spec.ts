import { wordEmbeddings as embeddings } from '../../../../../test/support/manuals/word-embeddings.js';
import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import type { Answer, AnswerRequest, EvidencePassage } from '../answer.types.js';
import { withChosenOption } from '../question/retrieval-query.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';

function ask(question: string, evidence: EvidencePassage[], more: Partial<AnswerRequest> = {}): Promise<Answer> {
  const request = { question, history: [], copilot_type: 'mro', evidence, ...more };
  return new ExtractiveAnswerer(embeddings).answer(request);
}

/** The answer after the option with that index was sent. */
async function answerTo(question: string, index: number, evidence: EvidencePassage[]): Promise<Answer> {
  const { content, clarification } = await ask(question, evidence);
  const options = clarification!.options.map(({ text }) => text);
  const history = [
    { role: 'user' as const, content: question },
    { role: 'assistant' as const, content, options },
  ];
  const answer = await ask(withChosenOption(options[index]!, history), evidence, { history });
  expect(answer.answer_status).toBe('grounded');
  return answer;
}

const wheel = (which: string, torque: string, more: Partial<EvidencePassage> = {}): EvidencePassage =>
  evidencePassage(`(1) Install the wheel.\n(2) Torque the axle nut to ${torque}.`, {
    section: `32-41-00 WHEELS › Task 32-41-00-400-80${which.length} Installation of the ${which} wheel › 3. Procedure`,
    ...more,
  });
const MAIN = wheel('main', '270 N·m', { effectivity: 'ALL' });
const NOSE = wheel('nose', '110 N·m', { page_number: 13, effectivity: 'MSN 5001-5073' });
const QUESTION = 'What is the torque of the axle nut?';

describe('a question that leaves a choice open', () => {
  it('is asked back, with what each choice applies to', async () => {
    const answer = await ask(QUESTION, [MAIN, NOSE]);
    expect(answer).toMatchObject({ answer_status: 'needs_clarification', refusal_reason: null, confidence: null });
    expect(answer.content).not.toMatch(/270|110/u);
    expect(answer.clarification?.question).toBe(answer.content);
    expect(answer.clarification?.options).toEqual([
      {
        text: 'main wheel',
        document_id: 'doc_amm',
        page_number: 12,
        section: MAIN.section,
        effectivity: 'ALL',
      },
      {
        text: 'nose',
        document_id: 'doc_amm',
        page_number: 13,
        section: NOSE.section,
        effectivity: 'MSN 5001-5073',
      },
    ]);
    expect(answer.named_revisions).toEqual(['rev_amm_4']);
  });

  it.each([0, 1])('is answered when option %i is sent', async (index) => {
    const answer = await answerTo(QUESTION, index, [MAIN, NOSE]);
    expect(answer.content).toContain(['270 N·m', '110 N·m'][index]);
    expect(answer.content).not.toContain(['110 N·m', '270 N·m'][index]);
  });

  const other = evidencePassage('(1) Torque the apex nut to 999 N·m.', { section: 'Doors › Installation (post-SB)' });

  it('keeps its subject when an option is sent', async () => {
    const bolt = (which: string, torque: string): EvidencePassage =>
      evidencePassage(`(1) Torque the attachment bolt of the hydraulic valve to ${torque}.`, {
        section: `Valve › Installation (${which}-SB)`,
      });
    const evidence = [bolt('post', '31 N·m'), bolt('pre', '29 N·m'), other];
    const question = 'What is the torque of the attachment bolt of the hydraulic valve?';
    for (const index of [0, 1]) expect((await answerTo(question, index, evidence)).content).toMatch(/31 N·m|29 N·m/u);
  });

  it('is asked back until one of three is left', async () => {
    const side = (which: string, torque: string): EvidencePassage =>
      evidencePassage(`(1) Torque the axle nut to ${torque}.`, { section: `Wheels › ${which} wheel › 3. Procedure` });
    const evidence = [side('Left main', '270 N·m'), side('Right main', '280 N·m'), side('Nose', '110 N·m')];
    const { clarification } = await ask(QUESTION, evidence);
    expect(clarification!.options.map(({ text }) => text).sort()).toEqual([
      'Left main wheel',
      'Nose',
      'Right main wheel',
    ]);
    const torques: Record<string, string> = { Left: '270 N·m', Right: '280 N·m', Nose: '110 N·m' };
    for (const [index, { text }] of clarification!.options.entries())
      expect((await answerTo(QUESTION, index, evidence)).content).toContain(torques[text.split(' ')[0]!]);
  });

  it('is asked back for two lists under headings of one section', async () => {
    const lists =
      'A. MAIN WHEEL\n(1) Torque the axle nut to 270 N·m.\n(2) Stop.\nB. NOSE WHEEL\n(1) Torque the axle nut to 110 N·m.';
    const evidence = [evidencePassage(lists, { section: 'Wheels › Installation' })];
    expect((await ask(QUESTION, evidence)).clarification?.options.map(({ text }) => text).sort()).toEqual([
      'MAIN WHEEL',
      'NOSE',
    ]);
    const { content } = await ask('What is the torque of the nose wheel axle nut?', evidence);
    expect(content).toContain('110 N·m');
    expect(content).not.toContain('270');
  });

  it('is not asked back without words for the choice', async () => {
    const sides = [
      evidencePassage('(1) Torque the axle nut to 27 N·m.'),
      evidencePassage('(1) Torque the axle nut to 35 N·m.'),
    ];
    expect((await ask(QUESTION, sides)).clarification).toBeNull();
  });

  it('points to the best passage of each aircraft', async () => {
    const of = (aircraft_type: string, text: string, page_number: number): EvidencePassage =>
      evidencePassage(text, { aircraft_type, page_number, document_id: `doc_${page_number}` });
    const { clarification } = await ask(QUESTION, [
      of('A320', '(1) Torque the axle nut to 27 N·m.', 12),
      of('HST-72', '(1) Torque the axle nut to 35 N·m.', 13),
      of('A320', 'The seats have covers.', 77),
      of('HST-72', 'The seats have belts.', 78),
    ]);
    expect(clarification!.options.map(({ text, page_number: page }) => [text, page])).toEqual([
      ['A320', 12],
      ['HST-72', 13],
    ]);
  });

  it('is asked back for modification states', async () => {
    const state = (which: string, torque: string): EvidencePassage =>
      evidencePassage(`(1) Torque the apex nut to ${torque}.`, { section: `Apex pin › Installation (${which})` });
    const options = async (...states: [string, string]): Promise<string[] | undefined> => {
      const evidence = [state(states[0], '90 N·m'), state(states[1], '120 N·m')];
      const { clarification } = await ask('What is the torque of the apex nut?', evidence);
      return clarification?.options.map(({ text }) => text).sort();
    };
    expect(await options('pre-SB', 'post-SB')).toEqual(['post-SB', 'pre-SB']);
    expect(await options('pre SB 32-10', 'post SB 32-10')).toEqual(['post SB', 'pre SB']);
  });

  it('is asked back for numbered parts in titles', async () => {
    const tank = (number: number, torque: number): EvidencePassage =>
      evidencePassage(`(1) Torque the cap of the oil tank to ${torque} N·m.`, {
        section: `Servicing › Engine ${number} oil tank`,
      });
    const { clarification } = await ask('What is the torque of the oil tank cap?', [tank(1, 12), tank(2, 14)]);
    expect(clarification?.options.map(({ text }) => text).sort()).toEqual(['Engine 1', 'Engine 2']);
  });

  it('is asked back for rows of one table', async () => {
    const table = 'Fastener | Torque\nAxle nut, main wheel | 270 N·m\nAxle nut, nose wheel | 110 N·m';
    const answer = await ask(QUESTION, [evidencePassage(table, { section: 'Torques of fasteners' })]);
    expect(answer.content).not.toMatch(/270|110/u);
    expect(answer.clarification?.options.map(({ text }) => text).sort()).toEqual(['main wheel', 'nose']);
  });

  it.each([
    ['it names one', 'What is the torque of the axle nut of the nose wheel?', [MAIN, NOSE]],
    ['both state the same', QUESTION, [MAIN, wheel('nose', '270 N·m')]],
    ['one is about less of it', 'What is the torque of the axle nut with dry threads?', [NOSE, dryThreads()]],
  ])('is answered if %s', async (_, question, evidence) => {
    expect((await ask(question, evidence)).answer_status).toBe('grounded');
  });
});

function dryThreads(): EvidencePassage {
  return evidencePassage('(2) Torque the axle nut to 270 N·m with dry threads.', {
    section: 'Main wheel › Installation',
  });
}

describe('a refusal', () => {
  const evidence = [MAIN];

  it.each([
    ['nothing_found', QUESTION, []],
    ['subject_not_found', 'What is the torque of the axle nut of the A320?', evidence],
    ['subject_not_found', 'What is the colour of the sky?', evidence],
    [
      'value_not_stated',
      'What is the torque of the axle nut?',
      [evidencePassage('(2) Torque the axle nut of the wheel.')],
    ],
  ])('has the reason %s', async (reason, question, passages) => {
    expect(await ask(question, passages)).toMatchObject({ answer_status: 'refused', refusal_reason: reason });
  });

  it('follows from the confidence that the organization wants', async () => {
    const { confidence } = await ask(QUESTION, evidence);
    const answer = await ask(QUESTION, evidence, { min_confidence: confidence! + 0.01 });
    expect(answer).toMatchObject({ answer_status: 'refused', refusal_reason: 'low_confidence', confidence: null });
    expect(answer.content).not.toContain('270');
    expect(answer.suggestions[0]).toMatchObject({ section: MAIN.section, missing_terms: [] });
    const same = await ask(QUESTION, evidence, { min_confidence: confidence! - 0.01 });
    expect(same).toMatchObject({ answer_status: 'grounded', confidence });
  });
});

describe('an answer', () => {
  const other = evidencePassage('The axle nut of the main wheel is torqued to 270 N·m, see the manual.', {
    ...{ document_id: 'doc_card', revision_id: 'rev_card', document_type: 'TASK_CARD', title: 'Card', section: 'Work' },
  });

  it('quotes one document, and suggests others on the subject', async () => {
    const answer = await ask('What is the torque of the axle nut of the main wheel?', [MAIN, other]);
    const quoted = new Set(answer.citations.map(({ document_id: id }) => id));
    expect(quoted.size).toBe(1);
    expect(answer.suggestions.map(({ document_id: id }) => id)).toEqual(
      ['doc_amm', 'doc_card'].filter((id) => !quoted.has(id)),
    );
  });
});
