import { evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { rewriteQuestion } from './question-rewriting.js';

const evidence = [
  evidencePassage('Torque the bleed screw of the main landing gear brake to 8 N·m.', { section: 'Brakes' }),
  evidencePassage('TA32-31060-3 | RESTRICTOR, EXTENSION LINE', { identifiers: ['TA32-31060-3'], section: 'Lines' }),
];

describe('rewriteQuestion', () => {
  it.each([
    ['MLG brake torque', 'main landing gear brake torque'],
    ['bleed scerw torqe', 'bleed screw torque'],
    ['in which figure is TA3231060-3', 'in which figure is TA32-31060-3'],
  ])('%s → %s', (question, expected) => expect(rewriteQuestion(question, evidence)).toBe(expected));

  it.each([
    'APU oil quantity',
    'torque of the tail rotor',
    'TA32-31060-5',
    'nose',
    // Right words of which the evidence has near ones.
    'main landing gear break',
    'screws, breaks and boxes',
  ])('has nothing for: %s', (question) => expect(rewriteQuestion(question, evidence)).toBe(question));
});
