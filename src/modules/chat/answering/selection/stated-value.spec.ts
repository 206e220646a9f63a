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
    ['Torque the axle nut to 27 N·m at a temperature of 20 °C.', '27 N·m'],
  ])('is given as printed: %s', async (text, value) => {
    expect(await valuesIn(text)).toEqual([value]);
  });

  it.each([
    ['of several', 'Torque the axle nut to 27 N·m, then to 35 N·m.'],
    ['of several steps', '(1) Torque the axle nut to 27 N·m.\n(2) Turn it.\n(3) Torque the axle nut to 35 N·m.'],
    ['with a bound in words', 'The torque of the axle nut must not be more than 27 N·m.'],
    ['with a bound in words, after them', 'The torque of the axle nut: minimum 27 N·m.'],
    ['under the title of a column', 'Fastener | Torque, N·m\nMain wheel axle nut | 27'],
  ])('is left to the reader: one %s', async (_, text) => {
    expect(await valuesIn(text)).toEqual([]);
  });

  it('is not that of a notice', async () => {
    const text = 'WARNING: THE TORQUE OF 35 N·m IS CANCELLED.\n(1) Torque the axle nut of the main wheel to 27 N·m.';
    expect(await valuesIn(text)).toEqual(['27 N·m']);
  });

  it('is that of the requested kind', async () => {
    const text = 'Torque the axle nut to 27 N·m.';
    expect(await valuesIn(text, 'How do I torque the axle nut of the main wheel, and where is the pin?')).toEqual([
      '27 N·m',
    ]);
    expect(
      await valuesIn(
        'The axle nut of the main wheel is of steel and gets 27 N·m.',
        'What is the main wheel axle nut of?',
      ),
    ).toEqual([]);
  });
});
