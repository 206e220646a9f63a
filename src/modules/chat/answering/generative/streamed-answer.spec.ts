import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { StreamedAnswer } from './streamed-answer.js';

describe('StreamedAnswer', () => {
  const passage = evidencePassage('(1) Loosen the axle nut.\n(2) Torque the axle nut to 27 N·m.');
  const told = () => new StreamedAnswer([{ original: passage, read: passage }], undefined);

  it('compares a sentence with those that were told before it', () => {
    const answer = told();
    for (const text of ['Torque the axle nut to 27 N·m.', 'Loosen the axle nut.']) answer.add({ text, citations: [1] });
    expect(answer).toMatchObject({ content: 'Torque the axle nut to 27 N·m. [1]', dropped: 1 });
  });

  it('looks at no more sentences than an answer can have', () => {
    const answer = told();
    for (let index = 0; index < 150; index += 1) answer.add({ text: 'Talk.', citations: [1] });
    answer.add({ text: 'Loosen the axle nut.', citations: [1] });
    expect(answer).toMatchObject({ isEmpty: true, dropped: 151 });
  });
});
