import { contentTerms } from '@amks/language/terms/content-terms.js';
import { expectLinear, repeated } from '../../../../../test/support/linear-time.js';
import { subjectOf } from './subject.js';

const terms = (words: string): string[] => contentTerms(words);

describe('subjectOf', () => {
  it('has the words of the thing, without those that only ask', async () => {
    const { words } = await subjectOf('What is the maximum torque of the rear engine mount bolts?');
    expect([...words.keys()].sort()).toEqual(terms('rear engine mount bolts').sort());
  });

  it('tells nouns from what is done to them', async () => {
    const { words } = await subjectOf('The ground safety pin is stuck, may I tap it out?');
    expect(words.get(terms('pin')[0]!)?.speech).toBe('noun');
    expect(words.get(terms('tap')[0]!)?.speech).toBe('verb');
  });

  it.each([
    ['What is the shelf life of the packing?', 'shelf life'],
    ['Price of brake unit TA32-42010-5', 'price'],
    ['Which color is the lockwire?', 'color'],
    ['hydraulic fluid viscosity?', 'viscosity'],
    ['Who may sign the task card?', ''],
    ['What torque does the axle nut get on the main wheel?', ''],
  ])('names the property in question: %s', async (question, property) => {
    expect((await subjectOf(question)).property).toEqual(terms(property));
  });

  it.each([' ', '. ', 'a ', '-', 'x/', 'of '])('takes time in proportion: %j', (part) =>
    expectLinear(subjectOf, (size) => `.${repeated(part)(size)} wheel`, 1_000),
  );

  it('pairs adjacent words of the thing', async () => {
    const { pairs } = await subjectOf('main wheel axle nut torque');
    expect(pairs).toEqual([terms('main wheel'), terms('wheel axle'), terms('axle nut')]);
  });

  it('leaves out the given terms', async () => {
    const { words } = await subjectOf('tyre pressure of the CRJ', new Set(terms('CRJ')));
    expect([...words.keys()].sort()).toEqual(terms('tyre pressure').sort());
  });
});
