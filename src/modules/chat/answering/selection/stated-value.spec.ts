import { wordEmbeddings as embeddings } from '../../../../../test/support/manuals/word-embeddings.js';
import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { ExtractiveAnswerer } from './extractive-answerer.js';

/** The values of the citations of an answer. */
async function valuesIn(text: string, question = 'What is the torque of the main wheel axle nut?'): Promise<string[]> {
  const request = { question, history: [], copilot_type: 'mro', evidence: [evidencePassage(text)] };
  const { answer_status, citations } = await new ExtractiveAnswerer(embeddings).answer(request);
  expect(answer_status).toBe('grounded');
  return citations.flatMap(({ value }) => value ?? []);
}

describe('the requested value', () => {
  it.each([
    ['Torque the axle nut to 27 N·m.', '27 N·m'],
    [
      'Torque the axle nut to 118 to 126 N·m (1044 to 1115 lbf·in) with dry threads.',
      '118 to 126 N·m (1044 to 1115 lbf·in)',
    ],
    ['(2) Then torque the axle nut to 27 N·m.', '27 N·m'],
    ['The torque of the axle nut is 27 N·m.', '27 N·m'],
    ['Torque of the axle nut: 27 N·m', '27 N·m'],
    ['The axle nut is torqued to 27 N·m.', '27 N·m'],
    ['Tighten the axle nut to 27 N·m in a crosswise sequence.', '27 N·m'],
  ])('is given as printed: %s', async (text, value) => {
    expect(await valuesIn(text)).toEqual([value]);
  });

  it.each([
    'Torque the axle nut to 27 N·m, then to 35 N·m.',
    '(1) Torque the axle nut to 27 N·m.\n(2) Turn it.\n(3) Torque the axle nut to 35 N·m.',
    'The torque of the axle nut must not be more than 27 N·m.',
    'The torque of the axle nut: minimum 27 N·m.',
    'Torque the axle nut to max. 27 N·m.',
    'Torque the axle nut to 27 N·m maximum.',
    'Torque the axle nut to 27 N·m or less.',
    'The maximum torque of the axle nut is 27 N·m.',
    'The torque of the axle nut is ≥ 27 N·m.',
    'Do not torque the axle nut to 27 N·m.',
    'Torque the axle nut to half of 27 N·m.',
    'Torque the axle nut to 27 N·m plus the run-on torque.',
    'The torque of the axle nut was 27 N·m before the revision.',
    'Torque the axle nut to approximately 27 N·m.',
    'Torque the axle nut to 27 N·m (35 N·m with lubricated threads).',
    'Torque the axle nut to 27 N·m, 35 N·m for post-SB wheels.',
    'Torque the axle nut between 27 and 35 N·m.',
    'Increase the torque of the axle nut by 5 N·m.',
    'Install the axle nut and torque the bolts to 12 N·m.',
    'Torque the axle nut to 27 N·m at a temperature of 20 °C.',
    'Maximum torques:\n(1) Torque the axle nut to 27 N·m.',
    'If the threads are lubricated:\n(1) Torque the axle nut to 27 N·m.',
    'Torque the axle nut to 27 N·m. This is the maximum torque.',
    'Torque the axle nut to 27 N·m.\nDo not use this torque with carbon brakes.',
    'The axle nut cracks at a torque of 27 N·m.',
    'It is forbidden to torque the axle nut to 27 N·m.',
    'Avoid a torque of the axle nut of 27 N·m.',
    'The highest permitted torque of the axle nut is 27 N·m.',
    'For lubricated threads, torque the axle nut to 27 N·m.',
    'After SB 32-101, torque the axle nut to 27 N·m.',
    'Torque the axle nut to 27 N·m on wheels with steel brakes.',
    'Torque the axle nut to 27 N·m, and then loosen it.',

    'Fastener | Torque, N·m\nMain wheel axle nut | 27',
  ])('is left to the reader: %s', async (text) => {
    expect(await valuesIn(text)).toEqual([]);
  });

  const { facts: quantities } = evidencePassage('Torque the axle nut to 27 N·m.');
  it.each([
    { superseded: true },
    { ocr_confidence: 92 },
    { facts: { ...quantities, language: 'de' } },
    { notices_of_change: [{ document_id: 'doc_sb' } as never] },
  ])('is left to the reader if the text is %j', async (state) => {
    const evidence = [evidencePassage('Torque the axle nut to 27 N·m.', state)];
    const question = 'What is the torque of the main wheel axle nut?';
    const request = { question, history: [], copilot_type: 'mro', evidence };
    const { content, citations } = await new ExtractiveAnswerer(embeddings).answer(request);
    expect(content).toContain('27 N·m');
    expect(citations.map(({ value }) => value)).toEqual([null]);
  });

  it('is not announced if a further one was left out', async () => {
    const text = '(1) Torque the axle nut to 270 N·m.\n(2) LOOSEN THE NUT FULLY\n(3) Torque the axle nut to 75 N·m.';
    expect(await valuesIn(text)).toEqual([]);
  });

  it('is not that of a notice', async () => {
    const text = 'WARNING: THE TORQUE OF 35 N·m IS CANCELLED.\n(1) Torque the axle nut of the main wheel to 27 N·m.';
    expect(await valuesIn(text)).toEqual(['27 N·m']);
  });

  it('is that of the requested kind', async () => {
    expect(
      await valuesIn(
        'The axle nut of the main wheel is of steel and gets 27 N·m.',
        'What is the main wheel axle nut of?',
      ),
    ).toEqual([]);
  });
});
